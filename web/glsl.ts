/** Shaders are text under src/motorium/looks/shaders, where Python finds them too: `shaders/x.glsl`. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const FOLDER = new URL("../src/motorium/looks/shaders/", import.meta.url);
const PREFIX = "shaders/";

export function isShader(specifier: string): boolean {
  return specifier.startsWith(PREFIX) && specifier.endsWith(".glsl");
}

export function shaderFile(specifier: string): string {
  return fileURLToPath(new URL(specifier.slice(PREFIX.length), FOLDER));
}

/** The text of a shader, each file that it includes once, where it is first asked for. */
export function shaderText(specifier: string, files: Set<string> = new Set()): string {
  const file = shaderFile(specifier);
  if (files.has(file)) return "";
  files.add(file);
  return readFileSync(file, "utf8").replace(/^#include "(.+)"$/gm, (_, name: string) =>
    shaderText(PREFIX + name, files).trimEnd(),
  );
}

export function asModule(text: string): string {
  return `export default ${JSON.stringify(text)};`;
}

export function shaders(): Plugin {
  return {
    name: "shaders",
    enforce: "pre",
    resolveId: (specifier) => (isShader(specifier) ? `\0${specifier}` : undefined),
    load(id) {
      const specifier = id.startsWith("\0") ? id.slice(1) : "";
      if (!isShader(specifier)) return undefined;
      const files = new Set<string>();
      const text = shaderText(specifier, files);
      for (const file of files) this.addWatchFile(file);
      return asModule(text);
    },
  };
}
