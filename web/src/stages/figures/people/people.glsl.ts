import { DAYLIGHT, VIEW } from "../daylight.glsl.ts";
import { MATERIALS } from "./body.ts";
import { PIECES_COLUMN, WEAVE_COLUMN } from "./wardrobe.ts";

/** Where a vertex is: it rides on one segment, whose place, scale and turn a texture has. */
export const POSED = /* glsl */ `
uniform sampler2D poses;
uniform sampler2D wardrobe;
in vec3 position, normal;
/** Segment, material, and the piece of clothing that it belongs to (0: everybody's). */
in vec3 rides;
/** Of an instance: row in the poses, share (below 0: that of the coarser one), row in the wardrobe,
 * and height of the ground [m]. */
in vec4 who;

vec3 turned(vec4 turn, vec3 v) {
  return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v);
}

bool isWorn(int person, float piece) {
  if (piece < 0.5) return true;
  ivec2 texel = ivec2(round(255.0 * texelFetch(wardrobe, ivec2(${PIECES_COLUMN}, person), 0).rg));
  return (((texel.x | (texel.y << 8)) >> (int(piece) - 1)) & 1) == 1;
}

vec3 placed(vec4 place, vec4 turn, int row, float tall) {
  // Flesh of who has longer bones is larger by the fourth number.
  vec3 world = place.xyz + turned(turn, position);
  // Taller and shorter people grow from the ground below them.
  vec2 foot = texelFetch(poses, ivec2(0, row), 0).xy;
  world.xy = foot + tall * (world.xy - foot);
  return vec3(world.xy, tall * world.z + who.w);
}
`;

export const PEOPLE_VERTEX = /* glsl */ `
${VIEW}
${POSED}
in vec3 woven;
out vec3 at, facing, own, paint;
flat out float share;
/** Weave of cloth, or -1 for skin, -2 for metal. */
flat out float weave;
/** How much of a tint it takes. */
flat out float dyed;
void main() {
  int row = int(who.x);
  int person = int(who.z);
  int segment = int(rides.x);
  share = who.y;
  if (!isWorn(person, rides.z)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec4 place = texelFetch(poses, ivec2(2 * segment, row), 0);
  vec4 turn = texelFetch(poses, ivec2(2 * segment + 1, row), 0);
  vec4 weaving = texelFetch(wardrobe, ivec2(${WEAVE_COLUMN}, person), 0);
  vec3 tint = texelFetch(wardrobe, ivec2(int(rides.y), person), 0).rgb;
  paint = tint * tint;
  at = placed(place, turn, row, weaving.g + 0.5);
  facing = turned(turn, normal);
  own = woven;
  int material = int(rides.y);
  bool cloth = material == ${MATERIALS.indexOf("jacket")} || material == ${MATERIALS.indexOf("skirt")};
  float pattern = round(255.0 * weaving.r);
  // Camouflage is everywhere, stripes are a jacket's.
  if (pattern == 1.0) cloth = cloth || material == ${MATERIALS.indexOf("trousers")}
    || material == ${MATERIALS.indexOf("hat")} || material == ${MATERIALS.indexOf("trim")};
  weave = cloth ? pattern : 0.0;
  if (material == ${MATERIALS.indexOf("skin")}) weave = -1.0;
  if (material == ${MATERIALS.indexOf("steel")} || material == ${MATERIALS.indexOf("dark")}) weave = -2.0;
  dyed = 0.06;
  if (material == ${MATERIALS.indexOf("jacket")} || material == ${MATERIALS.indexOf("trim")}) dyed = 1.0;
  if (material == ${MATERIALS.indexOf("trousers")} || material == ${MATERIALS.indexOf("belt")}) dyed = 0.6;
  gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
}
`;

export const PEOPLE_SHADOW_VERTEX = /* glsl */ `
${VIEW}
${POSED}
void main() {
  int row = int(who.x);
  int person = int(who.z);
  int segment = int(rides.x);
  if (!isWorn(person, rides.z) || abs(who.y) < 0.5) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec4 place = texelFetch(poses, ivec2(2 * segment, row), 0);
  vec4 turn = texelFetch(poses, ivec2(2 * segment + 1, row), 0);
  float tall = texelFetch(wardrobe, ivec2(${WEAVE_COLUMN}, person), 0).g + 0.5;
  gl_Position = projectionMatrix * viewMatrix * vec4(placed(place, turn, row, tall), 1.0);
}
`;

/** All of somebody has the colour of his level, as much as is said. */
const BY_LEVEL = /* glsl */ `
uniform vec4 levelTint;
vec3 tinted(vec3 colour) {
  return mix(colour, levelTint.rgb, levelTint.a);
}
vec3 glow(float rim) {
  return vec3(0.0);
}
`;

/** tinting: GLSL of `tinted`, what becomes of a colour, and of `glow`, what a rim adds. */
export function peopleFragment(tinting: string): string {
  return /* glsl */ `
${DAYLIGHT}
in vec3 at, facing, own, paint;
flat in float share;
flat in float weave;
flat in float dyed;
out vec4 pixel;
${tinting}

vec3 woven(vec3 colour) {
#ifndef FINE
  if (weave == 1.0) return colour * (0.6 + 0.8 * hash(floor(own.yz * 14.0)));
#endif
  if (weave == 1.0) {
    vec2 cut = mat2(0.8, 0.6, -0.6, 0.8) * (own.yz + vec2(own.x, 0.4 * own.x));
    cut += 0.02 * vec2(noise(cut * 60.0), noise(cut * 60.0 + 9.0));
    float patches = 0.65 * noise(cut * 17.0) + 0.35 * noise(cut * 41.0 + 7.0);
    float dark = noise(cut * 15.0 + 31.0);
    colour = mix(colour, colour * vec3(1.42, 1.30, 1.10), smoothstep(0.56, 0.60, patches));
    return mix(colour, colour * vec3(0.46, 0.44, 0.40), smoothstep(0.62, 0.66, dark));
  }
  if (weave == 2.0) return mix(colour, vec3(0.72, 0.69, 0.62), 0.75 * step(0.5, fract(own.z * 22.0)));
  if (weave == 3.0) {
    vec2 line = step(0.66, fract(own.yz * 15.0));
    return colour * (1.0 - 0.34 * line.x - 0.34 * line.y);
  }
  return colour;
}

void main() {
  // A screen door: of two levels each has the pixels that the other one leaves.
  if (abs(share) < 1.0) {
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    if (share > 0.0 ? grain >= share : grain < 1.0 + share) discard;
  }
  vec3 n = normalize(facing);
  vec3 towards = normalize(at - eye);
  // Cloth is seen from inside, too.
  if (dot(n, towards) > 0.25) n = -n;
  vec3 colour = tinted(woven(paint));
  float facingSun = dot(n, sunwards);
  float sun = sunshine(at, n);
  // Light goes around cloth, and reddens in skin.
  float soft = weave == -1.0 ? 0.28 : 0.16;
  float wrapped = max((facingSun + soft) / (1.0 + soft), 0.0);
  vec3 tone = weave == -1.0 ? mix(vec3(1.0, 0.72, 0.62), vec3(1.0), smoothstep(0.0, 0.5, wrapped)) : vec3(1.0);
  float open = 0.58 + 0.42 * smoothstep(0.0, 0.9, at.z);
  vec3 sky = mix(mix(BELOW, AROUND, smoothstep(-1.0, 0.0, n.z)), ABOVE, smoothstep(0.0, 1.0, n.z));
  sky += 0.2 * SUN * vec3(0.30, 0.26, 0.21) * max(0.0, 0.6 - facingSun);
  vec3 shown = colour * (SUN * sun * wrapped * tone + sky * open);
  float rim = pow(1.0 - abs(dot(n, towards)), 3.0);
  shown += rim * (0.10 * sky + 0.16 * SUN * sun * max(dot(towards, sunwards), 0.0)) * (0.35 + colour);
  shown += glow(rim);
  if (weave == -2.0) {
    vec3 half_ = normalize(sunwards - towards);
    shown += 0.35 * SUN * sun * pow(max(dot(n, half_), 0.0), 24.0);
  }
  pixel = vec4(finished(throughAir(shown, at)), 1.0);
}
`;
}

export const PEOPLE_FRAGMENT = peopleFragment(BY_LEVEL);

/** Soft darkness where somebody touches the ground: a capsule below trunk and head. */
export const BLOB_VERTEX = /* glsl */ `
${VIEW}
in vec3 position;
/** From where to where it lies below somebody [m]. */
in vec4 line;
/** Its width [m], its darkness, and the height of the ground. */
in vec3 blob;
out vec2 at;
flat out vec4 ends;
flat out vec2 how;
out vec3 place;
void main() {
  vec2 along = line.zw - line.xy;
  float length_ = length(along);
  vec2 unit = length_ > 1e-3 ? along / length_ : vec2(1.0, 0.0);
  float reach = 2.2 * blob.x;
  vec2 middle = 0.5 * (line.xy + line.zw);
  at = middle + position.x * (0.5 * length_ + reach) * unit
    + position.y * reach * vec2(-unit.y, unit.x);
  ends = line;
  how = blob.xy;
  place = vec3(at, blob.z + 0.012);
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
  gl_Position.z -= 2e-5 * gl_Position.w;
}
`;

export const BLOB_FRAGMENT = /* glsl */ `
precision highp float;
in vec2 at;
flat in vec4 ends;
flat in vec2 how;
in vec3 place;
out vec4 pixel;
void main() {
  vec2 along = ends.zw - ends.xy;
  float way = clamp(dot(at - ends.xy, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
  float off = length(at - ends.xy - way * along) / how.x;
  float dark = how.y * exp(-1.6 * off * off);
  pixel = vec4(0.045, 0.04, 0.055, dark * smoothstep(2.2, 1.4, off));
}
`;
