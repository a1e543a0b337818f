/** Terms of many vertices as texels of a float texture; term_sums.glsl adds them up. */
import { shaderConstant } from "../../../shaderConstants.ts";
import type { Terms } from "./terms.ts";

export const TERM_TEXTURE_WIDTH = shaderConstant("TERM_TEXTURE_WIDTH");
/** Weights below this move no vertex by a visible distance [L]. */
const NEGLIGIBLE = 1e-7;

/**
 * Of each vertex first its nodes, a texel each: (node, place, along u, along v); then its faces,
 * three texels each: offsets (t, s, n) of the place and the face's number, of both tangents.
 * `starts` has three numbers a vertex: its first texel, how many nodes, how many faces.
 */
export function packTerms(all: readonly Terms[]): {
  starts: Float32Array;
  texels: Float32Array<ArrayBuffer>;
} {
  const numbers: number[] = [];
  const starts = new Float32Array(all.length * 3);
  for (const [vertex, terms] of all.entries()) {
    // Always in one order: sums of the same numbers are then the same to the last bit.
    const nodes = [...terms.nodes]
      .filter(([, weights]) => weights.some(counts))
      .sort(([a], [b]) => a - b);
    const faces = [...terms.faces]
      .filter(([, offsets]) => offsets.flat().some(counts))
      .sort(([a], [b]) => a - b);
    const first = numbers.length / 4;
    for (const [node, weights] of nodes) numbers.push(node, ...weights);
    for (const [face, [place, u, v]] of faces) numbers.push(...place, face, ...u, 0, ...v, 0);
    starts.set([first, nodes.length, faces.length], vertex * 3);
  }
  const rows = Math.max(1, Math.ceil(numbers.length / 4 / TERM_TEXTURE_WIDTH));
  const texels = new Float32Array(rows * TERM_TEXTURE_WIDTH * 4);
  texels.set(numbers);
  return { starts, texels };
}

function counts(weight: number): boolean {
  return Math.abs(weight) > NEGLIGIBLE;
}
