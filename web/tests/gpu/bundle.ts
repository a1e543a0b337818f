/** What runs in the browser, in one piece. */
import assert from "node:assert/strict";
import { fileURLToPath } from "node:url";
import { build } from "vite";
import { shaders } from "../../glsl.ts";

/** A module beside this one as a script, which leaves what it exports under a name. */
export async function bundled(entry: string, name: string): Promise<string> {
  const output = await build({
    configFile: false,
    plugins: [shaders()],
    logLevel: "error",
    build: {
      write: false,
      minify: false,
      lib: {
        entry: fileURLToPath(new URL(entry, import.meta.url)),
        formats: ["iife"],
        name,
      },
    },
  });
  const first = Array.isArray(output) ? output[0] : output;
  assert.ok(first && "output" in first);
  return first.output[0].code;
}
