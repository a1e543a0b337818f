/** A species as the studio introduces it; the skin is the one that Python made. */
import { readFileSync } from "node:fs";
import type { Vector } from "../src/wire/decode.ts";
import type { SpeciesInfo } from "../src/wire/messages.ts";

const fixture = JSON.parse(
  readFileSync(new URL("fixtures/skin.json", import.meta.url), "utf8"),
) as Pick<SpeciesInfo, "length" | "nodes" | "skin">;

export function someSpecies(name = "herring"): SpeciesInfo {
  const { length, nodes, skin } = structuredClone(fixture);
  return { name, label: name, length, nodes, skin, photo: null };
}

export function restBody({ nodes }: SpeciesInfo): Vector[] {
  return Array.from(
    { length: nodes.length / 3 },
    (_, k) => nodes.slice(3 * k, 3 * k + 3) as Vector,
  );
}

/** The body bent sideways on a circle of this curvature [1/L], and twisted a little. */
export function bentBody(species: SpeciesInfo, curvature: number): Vector[] {
  return restBody(species).map(([x, y, z]) => {
    const angle = curvature * x;
    const reach = 1 / curvature - y;
    const twist = 0.2 * x;
    return [
      reach * Math.sin(angle),
      1 / curvature - reach * Math.cos(angle) - twist * z,
      z + twist * y,
    ];
  });
}
