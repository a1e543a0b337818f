/** The numbers that shaders share with the page, read from where shaders have them. */
import text from "shaders/constants.glsl";

const NUMBERS = new Map<string, number>();

for (const [, name, value] of text.matchAll(/^#define (\w+) (.+)$/gm)) {
  if (name && value) NUMBERS.set(name, sum(value));
}

/** A number, a name, or a sum of both in brackets. */
function sum(value: string): number {
  return value
    .replace(/^\((.*)\)$/, "$1")
    .split(" + ")
    .reduce((total, part) => total + (NUMBERS.get(part) ?? Number(part)), 0);
}

export function shaderConstant(name: string): number {
  const value = NUMBERS.get(name);
  if (value === undefined || Number.isNaN(value)) {
    throw new Error(
      `constants.glsl has no number ${name}; it has ${[...NUMBERS.keys()].join(", ")}`,
    );
  }
  return value;
}
