/** One fragment for each texel of a fish's pose, written as the bits of floats. */
#include "constants.glsl"
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
precision highp isampler2D;

uniform usampler2D recordsFrom, recordsTo;
uniform isampler2D nodesFrom, nodesTo;
uniform sampler2D traits, faces;
uniform int texelsPerFish;
uniform float extentFrom, extentTo, alpha;
out uvec4 pose;

vec3 decodePosition(uvec4 record, float extent) {
  uvec3 steps = uvec3(
    record.x & 0x1FFFFFu,
    (record.x >> 21) | ((record.y & 0x3FFu) << 11),
    (record.y >> 10) & 0x1FFFFFu);
  return (vec3(steps) / float(POSITION_STEPS) - 0.5) * extent;
}

/** (w, x, y, z) */
vec4 decodeQuaternion(uint word) {
  vec3 steps = vec3(word & 0x3FFu, (word >> 10) & 0x3FFu, (word >> 20) & 0x3FFu);
  vec3 small = (steps * 2.0 / float(QUATERNION_STEPS) - 1.0) * 0.7071067811865476;
  float largest = sqrt(max(0.0, 1.0 - dot(small, small)));
  uint which = word >> 30;
  if (which == 0u) return vec4(largest, small);
  if (which == 1u) return vec4(small.x, largest, small.yz);
  if (which == 2u) return vec4(small.xy, largest, small.z);
  return vec4(small, largest);
}

vec3 turned(vec4 q, vec3 v) {
  vec3 twice = 2.0 * cross(q.yzw, v);
  return v + q.x * twice + cross(q.yzw, twice);
}

vec3 originFrom, originTo;
vec4 turnFrom, turnTo;
float stepLength;
int species;
ivec2 firstNode;
/** Whether the two snapshots have nodes of the fish; who is in one only has that one's shape. */
bool inFrom, inTo;
uint flags;

void readFish(int fish) {
  ivec2 place = ivec2(fish % FISHES_PER_ROW, fish / FISHES_PER_ROW);
  uvec4 from = texelFetch(recordsFrom, place, 0);
  uvec4 to = texelFetch(recordsTo, place, 0);
  originFrom = decodePosition(from, extentFrom);
  originTo = decodePosition(to, extentTo);
  turnFrom = decodeQuaternion(from.z);
  turnTo = decodeQuaternion(to.z);
  inFrom = ((from.w >> 24) & uint(FLAG_NODES)) != 0u;
  inTo = ((to.w >> 24) & uint(FLAG_NODES)) != 0u;
  flags = (to.w >> 24) | (inFrom ? uint(FLAG_NODES) : 0u);
  vec4 own = texelFetch(traits, place, 0);
  stepLength = own.x / float(NODE_STEPS_PER_LENGTH);
  species = int(own.z);
  firstNode = ivec2(place.x * NODE_TEXELS, place.y);
}

ivec4 texelFrom(ivec2 place) {
  if (inFrom || !inTo) return texelFetch(nodesFrom, place, 0);
  return texelFetch(nodesTo, place, 0);
}

ivec4 texelTo(ivec2 place) {
  if (inTo || !inFrom) return texelFetch(nodesTo, place, 0);
  return texelFetch(nodesFrom, place, 0);
}

/** From the fish's origin: small numbers, whose differences are exact enough for tangents. */
vec3 node(int index) {
  ivec2 place = firstNode + ivec2(index, 0);
  vec3 from = turned(turnFrom, vec3(texelFrom(place).xyz) * stepLength);
  vec3 to = turned(turnTo, vec3(texelTo(place).xyz) * stepLength);
  return mix(from, to, alpha);
}

/** The fourth number of a texel. */
float beside(int texel) {
  int fin = texel - FIRST_FIN_TEXEL;
  if (texel == ORIGIN_TEXEL) return float(flags);
  int look = texel - FIRST_LOOK_TEXEL;
  if (texel < 1 || look >= LOOKS) return 1.0;
  bool ofFin = fin >= 0 && look < 0;
  ivec2 place = firstNode + ivec2(ofFin ? ORIGIN_TEXEL : texel, 0);
  int channel = ofFin ? fin : 3;
  float from = float(texelFrom(place)[channel]);
  float to = float(texelTo(place)[channel]);
  int steps = ofFin ? FIN_STEPS_PER_RADIAN : look < 0 ? MUSCLE_STEPS_PER_LENGTH : LOOK_STEPS;
  return mix(from, to, alpha) / float(steps);
}

vec3 unit(vec3 v) {
  return v / max(length(v), 1e-9);
}

/** The frame of a face: its normal n, or its tangent t; s = n x t. */
vec3 faceAxis(int face, bool tangent) {
  ivec4 corners = ivec4(texelFetch(faces, ivec2(face, species), 0));
  vec3 a = node(corners.x), b = node(corners.y), c = node(corners.z), d = node(corners.w);
  vec3 n = unit(cross(c - a, d - b));
  vec3 e = (b - a) + (c - d);
  return tangent ? unit(e - n * dot(n, e)) : n;
}

void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  int texel = place.x % texelsPerFish;
  readFish(place.y * FISHES_PER_ROW + place.x / texelsPerFish);
  vec3 value;
  if (texel < ORIGIN_TEXEL) value = node(texel);
  else if (texel == ORIGIN_TEXEL) value = mix(originFrom, originTo, alpha);
  else value = faceAxis((texel - FIRST_FACE_TEXEL) / 2, (texel - FIRST_FACE_TEXEL) % 2 == 1);
  // The studio's z is up, the page's y is.
  pose = floatBitsToUint(vec4(value.x, value.z, -value.y, beside(texel)));
}
