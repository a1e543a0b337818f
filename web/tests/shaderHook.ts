/** Lets Node import shaders as the page does: `node --import ./tests/shaderHook.ts`. */
import { registerHooks } from "node:module";
import { pathToFileURL } from "node:url";
import { asModule, isShader, shaderFile, shaderText } from "../glsl.ts";

const asked = new Map<string, string>();

registerHooks({
  resolve(specifier, context, next) {
    if (!isShader(specifier)) return next(specifier, context);
    const { href } = pathToFileURL(shaderFile(specifier));
    asked.set(href, specifier);
    return { url: href, format: "module", shortCircuit: true };
  },
  load(url, context, next) {
    const specifier = asked.get(url);
    if (!specifier) return next(url, context);
    return { format: "module", source: asModule(shaderText(specifier)), shortCircuit: true };
  },
});
