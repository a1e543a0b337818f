import { REST_SECTIONS, REST_TAIL_HALF_HEIGHT } from "../../../wire/body.ts";
import { FISHES_PER_ROW, NODE_TEXELS } from "../../../wire/frame.ts";
import { NODE_STEPS_PER_LENGTH, POSITION_STEPS, QUATERNION_STEPS } from "../../../wire/messages.ts";

export const ORIGIN_TEXEL = NODE_TEXELS - 1;
export const FIRST_KNOT_TEXEL = NODE_TEXELS;
/** 24 for nodes and origin, 21 for the spine, the rest spare. */
export const POSE_TEXELS = 48;

const float = (value: number) => (Number.isInteger(value) ? `${value}.0` : `${value}`);
const glslFloats = (values: readonly number[]) =>
  `float[${values.length}](${values.map(float).join(", ")})`;

/** One fragment for each texel of a fish's pose, written as the bits of floats. */
export const POSE_FRAGMENT = /* glsl */ `
precision highp float;
precision highp int;
precision highp sampler2D;
precision highp usampler2D;
precision highp isampler2D;

uniform usampler2D recordsFrom, recordsTo;
uniform isampler2D nodesFrom, nodesTo;
uniform sampler2D traits;
uniform float extentFrom, extentTo, alpha;
out uvec4 pose;

const float HALF_HEIGHTS[5] = ${glslFloats(REST_SECTIONS.map((section) => section.halfHeight))};
const float HALF_WIDTHS[5] = ${glslFloats(REST_SECTIONS.map((section) => section.halfWidth))};

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
ivec2 firstNode;

void readFish(int fish) {
  ivec2 place = ivec2(fish % ${FISHES_PER_ROW}, fish / ${FISHES_PER_ROW});
  uvec4 from = texelFetch(recordsFrom, place, 0);
  uvec4 to = texelFetch(recordsTo, place, 0);
  originFrom = decodePosition(from, extentFrom);
  originTo = decodePosition(to, extentTo);
  turnFrom = decodeQuaternion(from.z);
  turnTo = decodeQuaternion(to.z);
  stepLength = texelFetch(traits, place, 0).x / ${float(NODE_STEPS_PER_LENGTH)};
  firstNode = ivec2(place.x * ${NODE_TEXELS}, place.y);
}

vec3 node(int index) {
  ivec2 place = firstNode + ivec2(index, 0);
  vec3 from = originFrom + turned(turnFrom, vec3(texelFetch(nodesFrom, place, 0).xyz) * stepLength);
  vec3 to = originTo + turned(turnTo, vec3(texelFetch(nodesTo, place, 0).xyz) * stepLength);
  return mix(from, to, alpha);
}

/** Centre, or up or left axis in metres a body length, of a knot of the spine. */
vec3 spine(int knot, int part) {
  if (knot == 0 && part == 0) return node(0);
  if (knot == 6 && part == 0) return (node(21) + node(22)) * 0.5;
  if (knot == 6 && part == 1) return (node(21) - node(22)) / ${float(2 * REST_TAIL_HALF_HEIGHT)};
  int section = clamp(knot, 1, 5) - 1;
  int first = 1 + section * 4;
  vec3 leftTop = node(first), rightTop = node(first + 1);
  vec3 rightBottom = node(first + 2), leftBottom = node(first + 3);
  if (part == 0) return (leftTop + rightTop + rightBottom + leftBottom) * 0.25;
  if (part == 1) return (leftTop + rightTop - rightBottom - leftBottom) / (4.0 * HALF_HEIGHTS[section]);
  return (leftTop + leftBottom - rightTop - rightBottom) / (4.0 * HALF_WIDTHS[section]);
}

void main() {
  ivec2 place = ivec2(gl_FragCoord.xy);
  int texel = place.x % ${POSE_TEXELS};
  readFish(place.y * ${FISHES_PER_ROW} + place.x / ${POSE_TEXELS});
  vec3 value;
  if (texel < ${ORIGIN_TEXEL}) value = node(texel);
  else if (texel == ${ORIGIN_TEXEL}) value = mix(originFrom, originTo, alpha);
  else {
    int entry = min(texel - ${FIRST_KNOT_TEXEL}, 20);
    value = spine(entry / 3, entry % 3);
  }
  // The studio's z is up, the page's y is.
  pose = floatBitsToUint(vec4(value.x, value.z, -value.y, 1.0));
}
`;

/** For shaders that draw instances of fishes: what the pose pass wrote. */
export const POSE_LOOKUP = /* glsl */ `
uniform highp usampler2D poses;
uniform highp sampler2D traits;

vec3 poseTexel(int texel) {
  int fish = gl_InstanceID;
  ivec2 place = ivec2((fish % ${FISHES_PER_ROW}) * ${POSE_TEXELS} + texel, fish / ${FISHES_PER_ROW});
  return uintBitsToFloat(texelFetch(poses, place, 0).xyz);
}

/** (length [m], seed 0..1, size, species) */
vec4 fishTraits() {
  return texelFetch(traits, ivec2(gl_InstanceID % ${FISHES_PER_ROW}, gl_InstanceID / ${FISHES_PER_ROW}), 0);
}
`;
