import { FISHES_PER_ROW, NODE_TEXELS } from "../../../wire/frame.ts";
import {
  FIN_STEPS_PER_RADIAN,
  FINS_PER_BLOCK,
  FLAG_AUTOMATIC,
  FLAG_NODES,
  LEVEL_MASK,
  LEVEL_SHIFT,
  MUSCLE_STEPS_PER_LENGTH,
  MUSCLES_PER_BLOCK,
  NODE_STEPS_PER_LENGTH,
  POSITION_STEPS,
  QUATERNION_STEPS,
} from "../../../wire/messages.ts";

/** A fish's texels: its nodes from the origin of its body frame, that origin, then two a face. */
export const ORIGIN_TEXEL = NODE_TEXELS - 1;
/** Beside nodes 1 to 12 stand the lengths of muscles, beside the next four the angles of fins. */
export const FIRST_FIN_TEXEL = 1 + MUSCLES_PER_BLOCK;
export const FIRST_FACE_TEXEL = NODE_TEXELS;
/** How many texels a fish with so many faces has; MOST_FACES keeps a row within 2048. */
export const poseTexels = (faces: number) => FIRST_FACE_TEXEL + 2 * faces;

const float = (value: number) => (Number.isInteger(value) ? `${value}.0` : `${value}`);

/** One fragment for each texel of a fish's pose, written as the bits of floats. */
export const POSE_FRAGMENT = /* glsl */ `
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
  return (vec3(steps) / ${float(POSITION_STEPS)} - 0.5) * extent;
}

/** (w, x, y, z) */
vec4 decodeQuaternion(uint word) {
  vec3 steps = vec3(word & 0x3FFu, (word >> 10) & 0x3FFu, (word >> 20) & 0x3FFu);
  vec3 small = (steps * 2.0 / ${float(QUATERNION_STEPS)} - 1.0) * ${Math.SQRT1_2};
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
  ivec2 place = ivec2(fish % ${FISHES_PER_ROW}, fish / ${FISHES_PER_ROW});
  uvec4 from = texelFetch(recordsFrom, place, 0);
  uvec4 to = texelFetch(recordsTo, place, 0);
  originFrom = decodePosition(from, extentFrom);
  originTo = decodePosition(to, extentTo);
  turnFrom = decodeQuaternion(from.z);
  turnTo = decodeQuaternion(to.z);
  inFrom = ((from.w >> 24) & ${FLAG_NODES}u) != 0u;
  inTo = ((to.w >> 24) & ${FLAG_NODES}u) != 0u;
  flags = (to.w >> 24) | (inFrom ? ${FLAG_NODES}u : 0u);
  vec4 own = texelFetch(traits, place, 0);
  stepLength = own.x / ${float(NODE_STEPS_PER_LENGTH)};
  species = int(own.z);
  firstNode = ivec2(place.x * ${NODE_TEXELS}, place.y);
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
  int fin = texel - ${FIRST_FIN_TEXEL};
  if (texel == ${ORIGIN_TEXEL}) return float(flags);
  if (texel < 1 || fin >= ${FINS_PER_BLOCK}) return 1.0;
  ivec2 place = firstNode + ivec2(fin < 0 ? texel : ${ORIGIN_TEXEL}, 0);
  int channel = fin < 0 ? 3 : fin;
  float from = float(texelFrom(place)[channel]);
  float to = float(texelTo(place)[channel]);
  return mix(from, to, alpha) / (fin < 0 ? ${float(MUSCLE_STEPS_PER_LENGTH)} : ${float(FIN_STEPS_PER_RADIAN)});
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
  readFish(place.y * ${FISHES_PER_ROW} + place.x / texelsPerFish);
  vec3 value;
  if (texel < ${ORIGIN_TEXEL}) value = node(texel);
  else if (texel == ${ORIGIN_TEXEL}) value = mix(originFrom, originTo, alpha);
  else value = faceAxis((texel - ${FIRST_FACE_TEXEL}) / 2, (texel - ${FIRST_FACE_TEXEL}) % 2 == 1);
  // The studio's z is up, the page's y is.
  pose = floatBitsToUint(vec4(value.x, value.z, -value.y, beside(texel)));
}
`;

/** For shaders that draw fishes: what the pose pass wrote. */
export const POSE_LOOKUP = /* glsl */ `
uniform highp usampler2D poses;
uniform highp sampler2D traits;
uniform int texelsPerFish;

vec3 poseTexel(int fish, int texel) {
  ivec2 place = ivec2((fish % ${FISHES_PER_ROW}) * texelsPerFish + texel, fish / ${FISHES_PER_ROW});
  return uintBitsToFloat(texelFetch(poses, place, 0).xyz);
}

/** Length of the muscle or angle of the fin that stands beside a node. */
float poseBeside(int fish, int texel) {
  ivec2 place = ivec2((fish % ${FISHES_PER_ROW}) * texelsPerFish + texel, fish / ${FISHES_PER_ROW});
  return uintBitsToFloat(texelFetch(poses, place, 0).w);
}

/** A fish's flags: beside its origin. Who has no nodes is not drawn. */
int poseFlags(int fish) {
  return int(poseBeside(fish, ${ORIGIN_TEXEL}) + 0.5);
}

bool isShown(int flags) {
  return (flags & ${FLAG_NODES}) != 0;
}

/** 0 muscles, 1 playback, 2 frame only. */
int levelOf(int flags) {
  return (flags >> ${LEVEL_SHIFT}) & ${LEVEL_MASK};
}

bool isFixed(int flags) {
  return (flags & ${FLAG_AUTOMATIC}) == 0;
}

/** (length [m], seed 0..1, species, spare) */
vec4 fishTraits(int fish) {
  return texelFetch(traits, ivec2(fish % ${FISHES_PER_ROW}, fish / ${FISHES_PER_ROW}), 0);
}
`;
