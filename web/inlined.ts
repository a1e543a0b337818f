/** Puts scripts and styles into the page itself, so that one file is all there is. */
import { createHash } from "node:crypto";
import type { Plugin } from "vite";

const SCRIPT = /<script type="module"[^>]* src="\.\/([^"]+)"><\/script>/g;
const STYLE = /<link rel="stylesheet"[^>]* href="\.\/([^"]+)">/g;
/** Where the page is told what it may do. */
const POLICY = "<!--motorium:policy-->";

export function inlined(): Plugin {
  return {
    name: "inlined",
    enforce: "post",
    generateBundle: {
      order: "post",
      handler(_, bundle) {
        const used = new Set<string>();
        const textOf = (name: string) => {
          const file = bundle[name];
          if (!file) throw new Error(`the page asks for ${name}, which was not built`);
          used.add(name);
          return file.type === "chunk" ? file.code : asText(file.source);
        };
        for (const page of Object.values(bundle)) {
          if (page.type !== "asset" || !page.fileName.endsWith(".html")) continue;
          const hashes: string[] = [];
          const html = asText(page.source)
            .replace(STYLE, (_, name: string) => `<style>${textOf(name)}</style>`)
            .replace(SCRIPT, (_, name: string) => {
              const code = harmless(textOf(name));
              hashes.push(`'sha256-${createHash("sha256").update(code).digest("base64")}'`);
              return `<script type="module">${code}</script>`;
            });
          if (hashes.length !== 1) throw new Error(`${page.fileName} has ${hashes.length} scripts`);
          used.add(page.fileName);
          page.source = html.replace(POLICY, () => policy(hashes));
        }
        // Workers of stages that such a page does not show.
        for (const name of Object.keys(bundle)) {
          if (!name.endsWith(".html")) delete bundle[name];
        }
      },
    },
  };
}

/** Nothing but this script runs, and nothing is fetched from anywhere. */
function policy(hashes: readonly string[]): string {
  const rules = [
    "default-src 'none'",
    `script-src ${hashes.join(" ")}`,
    "style-src 'unsafe-inline'",
    "img-src data: blob:",
    "media-src blob:",
    "base-uri 'none'",
    "form-action 'none'",
  ];
  return `<meta http-equiv="Content-Security-Policy" content="${rules.join("; ")}" />`;
}

/** A script ends at the first end tag, wherever it stands. */
function harmless(code: string): string {
  return code.replaceAll("</script", "<\\/script").replaceAll("<!--", "<\\!--");
}

function asText(source: string | Uint8Array): string {
  return typeof source === "string" ? source : new TextDecoder().decode(source);
}
