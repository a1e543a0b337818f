/** Needs POSE_LOOKUP. Loops of as many turns as there are terms: no vertex pays for another's. */
#include "constants.glsl"
uniform highp sampler2D termTexels;

vec4 termTexel(int index) {
  return texelFetch(termTexels, ivec2(index & (TERM_TEXTURE_WIDTH - 1), index >> TERM_WIDTH_BITS), 0);
}

/** Outward normal of the first face that a vertex hangs on, of unit length. */
vec3 faceNormal(int fish, ivec3 terms) {
  int face = terms.z > 0 ? int(termTexel(terms.x + terms.y).w) : 0;
  return poseTexel(fish, FIRST_FACE_TEXEL + 2 * face);
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
    int face = FIRST_FACE_TEXEL + 2 * int(offset.w);
    vec3 n = poseTexel(fish, face) * bodyLength, t = poseTexel(fish, face + 1);
    mat3 frame = mat3(t * bodyLength, cross(n, t), n);
    place += frame * offset.xyz;
    alongU += frame * termTexel(at + 1).xyz;
    alongV += frame * termTexel(at + 2).xyz;
  }
}
