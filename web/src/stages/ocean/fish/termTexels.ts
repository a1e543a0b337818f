/** Terms of many vertices as texels of a float texture, and the shader that adds them up. */
import { FIRST_FACE_TEXEL } from "./pose.glsl.ts";
import type { Terms } from "./terms.ts";

export const TERM_TEXTURE_WIDTH = 256;
const WIDTH_BITS = Math.log2(TERM_TEXTURE_WIDTH);
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

/** Needs POSE_LOOKUP. Loops of as many turns as there are terms: no vertex pays for another's. */
export const TERM_SUMS = /* glsl */ `
uniform highp sampler2D termTexels;

vec4 termTexel(int index) {
  return texelFetch(termTexels, ivec2(index & ${TERM_TEXTURE_WIDTH - 1}, index >> ${WIDTH_BITS}), 0);
}

/** Outward normal of the first face that a vertex hangs on, of unit length. */
vec3 faceNormal(int fish, ivec3 terms) {
  int face = terms.z > 0 ? int(termTexel(terms.x + terms.y).w) : 0;
  return poseTexel(fish, ${FIRST_FACE_TEXEL} + 2 * face);
}

/** A place from the fish's origin and its tangents, in page coordinates [m]. */
void addTerms(
  int fish, float bodyLength, ivec3 terms, out vec3 place, out vec3 alongU, out vec3 alongV
) {
  place = alongU = alongV = vec3(0.0);
  int at = terms.x;
  int end = at + terms.y;
  for (; at < end; at++) {
    vec4 weights = termTexel(at);
    vec3 node = poseTexel(fish, int(weights.x));
    place += weights.y * node;
    alongU += weights.z * node;
    alongV += weights.w * node;
  }
  end = at + 3 * terms.z;
  for (; at < end; at += 3) {
    vec4 offset = termTexel(at);
    int face = ${FIRST_FACE_TEXEL} + 2 * int(offset.w);
    vec3 n = poseTexel(fish, face) * bodyLength, t = poseTexel(fish, face + 1);
    mat3 frame = mat3(t * bodyLength, cross(n, t), n);
    place += frame * offset.xyz;
    alongU += frame * termTexel(at + 1).xyz;
    alongV += frame * termTexel(at + 2).xyz;
  }
}
`;
