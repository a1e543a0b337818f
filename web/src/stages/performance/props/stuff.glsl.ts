/** What props are made of: GLSL that says the colour and the gloss of a place on a thing. */
import { DAYLIGHT, VIEW } from "../../figures/daylight.glsl.ts";

/** Where a prop is; its own axes are the studio's until it is turned. */
const PLACED = /* glsl */ `
${VIEW}
in vec3 position, normal;
/** Of an instance: where it is [m], and how it is turned (x, y, z, w). */
in vec3 place;
in vec4 turn;
vec3 turned(vec3 v) {
  return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v);
}
`;

export const PROP_VERTEX = /* glsl */ `
${PLACED}
out vec3 at, facing, own;
flat out float which;
void main() {
  own = position;
  at = place + turned(position);
  facing = turned(normal);
  which = float(gl_InstanceID);
  gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
}
`;

export const PROP_SHADOW_VERTEX = /* glsl */ `
${PLACED}
void main() {
  gl_Position = projectionMatrix * viewMatrix * vec4(place + turned(position), 1.0);
}
`;

/** Two tones in eight panels, so that one sees it roll. */
const RUBBER = /* glsl */ `
vec3 surface(out float gloss) {
  vec3 d = own / size.x;
  float seam = min(min(abs(d.x), abs(d.y)), abs(d.z));
  float wide = max(fwidth(seam), 0.004);
  gloss = 0.3;
  vec3 pale = mix(colour, vec3(0.80, 0.76, 0.68), 0.72);
  vec3 panel = d.x * d.y * d.z > 0.0 ? colour : pale;
  return mix(0.35 * colour, panel, smoothstep(0.016, 0.016 + 1.5 * wide, seam));
}
`;

/** Grain runs along the longest edge. */
const WOOD = /* glsl */ `
vec3 surface(out float gloss) {
  vec3 along = size.z >= max(size.x, size.y) ? own.zxy : size.y >= size.x ? own.yxz : own.xyz;
  along += 3.7 * which;
  gloss = 0.08;
#ifdef FINE
  vec2 bent = vec2(along.y + 0.6 * along.z, along.z) + 0.012 * noise(vec2(along.x * 2.5, along.y * 6.0));
  float rings = noise(vec2(along.x * 0.9, bent.x * 46.0 + 5.0 * noise(along.xy * 2.0)));
  float fibres = noise(vec2(along.x * 7.0, 240.0 * bent.x + 90.0 * bent.y));
  return colour * (0.68 + 0.36 * rings + 0.26 * fibres);
#else
  return colour * (0.9 + 0.2 * hash(floor(vec2(70.0 * (along.y + along.z), 2.0 * along.x))));
#endif
}
`;

const CONCRETE = /* glsl */ `
vec3 surface(out float gloss) {
  gloss = 0.03;
#ifdef FINE
  vec2 flat_ = own.xy + own.zz * vec2(0.7, 1.3);
  float clouds = 0.6 * noise(flat_ * 3.0) + 0.4 * noise(flat_ * 11.0);
  float grains = noise(flat_ * 130.0);
  return colour * (0.82 + 0.24 * clouds + 0.14 * grains);
#else
  return colour;
#endif
}
`;

/** A heavy bag: panels that are sewn together, and dark bands above and below. */
const LEATHER = /* glsl */ `
vec3 surface(out float gloss) {
  gloss = 0.4;
  float around = atan(own.y, own.x) * 0.63662;
  float beside = abs(fract(around) - 0.5) * 1.5708 * size.x;
  float band = smoothstep(-0.003, 0.003, abs(own.z) - 0.78 * size.y);
  vec3 hide = mix(colour, vec3(0.035, 0.033, 0.035), band);
  float rim = abs(abs(own.z) - 0.78 * size.y);
  float seam = min(rim, max(beside, 0.02 * band));
  hide *= 1.0 - 0.45 * smoothstep(0.007, 0.002, seam);
  float stitched = step(0.5, fract(rim < beside ? around * 22.0 : own.z * 60.0));
  float thread = smoothstep(0.003, 0.0015, abs(min(rim, beside) - 0.013));
  hide = mix(hide, vec3(0.62, 0.56, 0.46), 0.75 * thread * stitched);
#ifdef FINE
  hide *= 0.86 + 0.28 * noise(vec2(around * 26.0, own.z * 110.0));
#endif
  float belt = smoothstep(0.058, 0.055, abs(own.z - 0.14));
  return mix(hide, vec3(0.66, 0.62, 0.54), belt * (1.0 - band));
}
`;

/** Grey, speckled, and paler where it is worn. */
const STONE = /* glsl */ `
float grain(vec3 p) {
  return (noise(p.xy + 3.1 * p.z) + noise(p.yz + 2.3 * p.x + 11.0) + noise(p.zx + 1.7 * p.y + 23.0)) / 3.0;
}
vec3 surface(out float gloss) {
  gloss = 0.04;
  // Under this sun grey stone would look like sand.
  vec3 grey = mix(colour, vec3(dot(colour, vec3(0.33))), 0.6) * vec3(0.86, 0.98, 1.22);
  float patches = grain(own * 7.0);
#ifdef FINE
  float speckle = grain(own * 120.0);
  float pits = smoothstep(0.36, 0.28, grain(own * 34.0));
  float lichen = smoothstep(0.60, 0.68, grain(own * 15.0 + 9.0));
  grey *= (0.78 + 0.5 * patches) * (0.62 + 0.76 * speckle) * (1.0 - 0.5 * pits);
  return mix(grey, vec3(0.30, 0.31, 0.20), 0.35 * lichen);
#else
  return grey * (0.7 + 0.6 * patches);
#endif
}
`;

const STEEL = /* glsl */ `
vec3 surface(out float gloss) {
  gloss = 0.7;
  return vec3(0.20, 0.21, 0.22);
}
`;

export const STUFFS = {
  rubber: RUBBER,
  wood: WOOD,
  concrete: CONCRETE,
  leather: LEATHER,
  stone: STONE,
  steel: STEEL,
} as const;

export type Stuff = keyof typeof STUFFS;

/** What hides a double lets one see him: less of it is left, the nearer to him one looks. */
const SEEN_THROUGH = /* glsl */ `
uniform vec3 watched;
float left() {
  vec3 away = at - eye;
  vec3 off = watched - eye;
  float far = length(away);
  float beside = length(cross(away / far, off));
  float before = smoothstep(0.1, 0.5, length(off) - far);
  return mix(1.0, 0.14, before * smoothstep(1.5, 0.8, beside));
}
`;

const SOLID = /* glsl */ `
float left() {
  return 1.0;
}
`;

export function propFragment(stuff: Stuff, seenThrough: boolean): string {
  return /* glsl */ `
${DAYLIGHT}
uniform vec3 colour;
/** As the scene says it [m]. */
uniform vec3 size;
in vec3 at, facing, own;
flat in float which;
out vec4 pixel;
${STUFFS[stuff]}
${seenThrough ? SEEN_THROUGH : SOLID}
void main() {
  vec3 n = normalize(facing);
  float gloss;
  vec3 albedo = surface(gloss);
  float facingSun = dot(n, sunwards);
  float sun = facingSun > 0.0 ? sunshine(at, n) : 0.0;
  // What faces the floor sees little of the sky near to it.
  float open = mix(0.45, 1.0, smoothstep(-0.1, 0.5, at.z + 0.35 * n.z));
  vec3 shown = albedo * (SUN * sun * max(facingSun, 0.0) + open * skylight(n, facingSun));
  vec3 towards = normalize(at - eye);
  vec3 half_ = normalize(sunwards - towards);
  float rim = pow(1.0 - max(-dot(n, towards), 0.0), 4.0);
  shown += gloss * (SUN * sun * 0.5 * pow(max(dot(n, half_), 0.0), 28.0) + 0.35 * open * rim * ABOVE);
  pixel = vec4(finished(throughAir(shown, at)), left());
}
`;
}
