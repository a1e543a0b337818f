import { LIGHT } from "../light.glsl.ts";
import { LEVEL_COLOURS, LEVEL_TINT } from "./levels.glsl.ts";
import { FIRST_FIN_TEXEL, ORIGIN_TEXEL, POSE_LOOKUP } from "./pose.glsl.ts";
import { CAUDAL_RAYS, PART_EYE, PART_FIN, PART_PECTORAL, PECTORAL_RAYS } from "./skinMesh.ts";
import { TERM_SUMS } from "./termTexels.ts";

export const MOST_BANDS = 12;

export const SKIN_VERTEX = /* glsl */ `
precision highp float;
precision highp int;
uniform mat4 viewMatrix, projectionMatrix;
uniform float simulatedTime;
in float fish;
in vec3 position, terms;
in vec4 paint;
out vec3 onFish, worldPlace, worldNormal, worldBack;
out vec4 painted;
flat out float seed;
flat out vec4 levelled;
${POSE_LOOKUP}
${LEVEL_COLOURS}
${TERM_SUMS}

/** v turned by an angle about a unit axis. */
vec3 about(vec3 axis, float angle, vec3 v) {
  float c = cos(angle);
  return v * c + cross(axis, v) * sin(angle) + axis * (dot(axis, v) * (1.0 - c));
}

/**
 * A pectoral fin as the motor holds it: each ray swings out about its root, towards the flank's
 * normal, then the fin is turned about its span until its leading edge is raised. Roots stay where
 * they are; from root to edge a fin is straight, so that its root is one tangent away.
 */
void poseFin(int fish, float outwards, float ray, float side, vec3 alongU, vec3 alongV, inout vec3 place, inout vec3 normal) {
  int first = ${FIRST_FIN_TEXEL} + (side > 0.0 ? 0 : 2);
  float swing = poseBeside(fish, first), raise = poseBeside(fish, first + 1);
  vec3 span = alongU * side;
  vec3 out_ = faceNormal(fish, ivec3(terms));
  vec3 hinge = normalize(cross(span, out_));
  vec3 root = place - span * outwards;
  vec3 swung = about(hinge, swing, span);
  vec3 twist = -side * normalize(swung);
  vec3 chord = alongV * (ray / ${PECTORAL_RAYS}.0 - 0.5);
  float share = smoothstep(0.0, 0.5, outwards);
  place = root + swung * outwards + about(twist, raise * share, chord) - chord;
  normal = about(twist, raise * share, about(hinge, swing, normal));
}

void main() {
  int row = int(fish);
  vec4 own = fishTraits(row);
  seed = own.y;
  levelled = levelColour(poseFlags(row));
  vec3 place, alongU, alongV;
  addTerms(row, own.x, ivec3(terms), place, alongU, alongV);
  worldNormal = normalize(cross(alongU, alongV));
  worldBack = alongV;
  if (paint.x > ${PART_PECTORAL - 0.5}) {
    poseFin(row, paint.y, paint.z, paint.w, alongU, alongV, place, worldNormal);
    // A little ripple by themselves: membranes are soft.
    float outwards = paint.y;
    float beat = simulatedTime * (3.4 + seed * 1.3) + seed * 40.0 - paint.w * 0.5 - outwards * 0.9;
    place += worldNormal * (own.x * 0.010 * outwards * outwards * sin(beat));
  }
  worldPlace = poseTexel(row, ${ORIGIN_TEXEL}) + place;
  onFish = position;
  painted = paint;
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
}
`;

const FRAGMENT_HEAD = /* glsl */ `
${LIGHT}
uniform vec3 backColour, flankColour, bellyColour, finColour, accentColour, irisColour;
uniform vec2 bands[${MOST_BANDS}];
uniform int bandCount;
uniform float stripes, silver;
/** (behind the nose, up, radius), and the line of the mouth from front to corner [L]. */
uniform vec3 eyePlace;
uniform vec4 mouth;
in vec3 onFish, worldPlace, worldNormal, worldBack;
in vec4 painted;
flat in float seed;
out vec4 pixel;
${LEVEL_TINT}

float hash(float n) { return fract(sin(n * 91.3458) * 47453.5453); }

/** How much of the accent colour a band lays over a place behind the nose. */
float banded(float s) {
  float soft = max(0.004, 0.7 * fwidth(s));
  float cover = 0.0;
  for (int k = 0; k < bandCount; k++) {
    vec2 band = bands[k];
    cover = max(cover, smoothstep(band.x - soft, band.x + soft, s) * smoothstep(band.y + soft, band.y - soft, s));
  }
  return cover;
}

/** Rays of a fin, 0 on the membrane to 1; in the distance their mean. */
float finRays(float across, out float crisp) {
  crisp = smoothstep(1.4, 0.4, fwidth(across));
  return mix(0.45, smoothstep(0.45, 0.95, abs(fract(across) - 0.5) * 2.0), crisp);
}

vec3 finPaint(float outwards, float rays) {
  vec3 colour = mix(flankColour * 0.55 + backColour * 0.3, finColour, smoothstep(0.0, 0.35, outwards));
  colour = mix(colour, accentColour, 0.35 * smoothstep(0.82, 0.98, outwards));
  colour = mix(colour, accentColour, 0.8 * banded(onFish.x));
  return colour * (0.72 + 0.45 * rays);
}
`;

export const BODY_FRAGMENT = /* glsl */ `
${FRAGMENT_HEAD}

/** Overlapping scales: x brightens their rims, y differs from scale to scale. */
vec2 scales(float s, float around) {
  vec2 place = vec2(s * 62.0, around * 22.0);
  float blur = max(fwidth(place.x), fwidth(place.y));
  float row = floor(place.y);
  place.x += 0.5 * mod(row, 2.0);
  vec2 cell = vec2(fract(place.x), fract(place.y) - 0.5);
  float rim = length(vec2(cell.x - 0.15, cell.y * 1.5));
  float edge = smoothstep(0.52, 0.80, rim) * smoothstep(1.05, 0.80, rim);
  float fade = smoothstep(0.17, 0.27, s) * smoothstep(0.9, 0.35, blur);
  float own = hash(floor(place.x) * 0.0131 + row * 0.0717);
  return vec2(edge * fade, mix(0.5, own, fade));
}

/** Away from a line through two points, and how far along it. */
vec2 fromLine(vec2 place, vec4 line) {
  vec2 reach = line.zw - line.xy, arm = place - line.xy;
  float along = dot(arm, reach) / max(dot(reach, reach), 1e-9);
  return vec2(length(arm - reach * clamp(along, 0.0, 1.0)), along);
}

vec3 eyePaint(float r, float varied, float lustre) {
  // A bright ring around the pupil, darker towards the rim.
  vec3 iris = irisColour * (0.5 + 0.1 * varied) * (0.8 + 0.2 * lustre) * (1.0 - 0.45 * smoothstep(0.66, 0.9, r));
  vec3 colour = mix(vec3(0.004), iris, smoothstep(0.55, 0.62, r));
  return mix(colour, backColour * 0.4, smoothstep(0.82, 0.94, r));
}

vec3 skinPaint(float s, float rise, float varied, out float shine) {
  float mottle = texture(noise, onFish.xy * 2.3 + varied).r - 0.5;
  float shade = rise + 0.22 * mottle;
  vec3 colour = mix(flankColour, backColour, smoothstep(0.10, 0.78, shade));
  colour = mix(colour, bellyColour, smoothstep(-0.12, -0.72, shade));
  colour *= 0.90 + 0.20 * varied;
  // A line of pores along the flank, as most fishes have.
  float body = smoothstep(0.17, 0.27, s);
  float line = abs(rise - 0.22 + 0.20 * smoothstep(0.15, 0.6, s));
  colour = mix(colour, backColour * 0.6, 0.30 * body * smoothstep(0.045, 0.012, line));
  float stripe = abs(fract(painted.z * stripes + 0.12 * mottle) - 0.5) * 2.0;
  float stripeBlur = min(1.0, fwidth(painted.z) * stripes * 2.0);
  float striped = mix(smoothstep(0.45, 0.75, stripe), 0.4, stripeBlur) * step(0.5, stripes);
  colour = mix(colour, finColour, 0.85 * striped * body * smoothstep(0.95, 0.75, abs(rise)));
  colour = mix(colour, accentColour, 0.92 * banded(s + 0.012 * rise * rise + 0.010 * mottle));
  // Head: gill cover, cheek, mouth.
  float gill = s - (0.205 - 0.055 * (rise - 0.05) * (rise - 0.05));
  float cover = smoothstep(0.012, 0.0, abs(gill)) * smoothstep(0.85, 0.5, abs(rise));
  colour *= 1.0 - 0.5 * cover * smoothstep(-0.004, 0.006, gill);
  colour = mix(colour, flankColour * 1.1, 0.25 * smoothstep(0.03, -0.05, gill) * smoothstep(0.5, 0.0, abs(rise + 0.1)));
  vec2 lips = fromLine(onFish.xy, mouth);
  colour *= 1.0 - 0.75 * smoothstep(0.0034, 0.0012, lips.x);
  shine = silver * smoothstep(0.95, 0.1, abs(rise + 0.12)) * (0.35 + 0.65 * smoothstep(0.05, 0.2, s));
  return colour;
}

void main() {
  float part = painted.x, s = onFish.x;
  float varied = hash(seed + 0.71);
  bool eyeball = abs(part - ${PART_EYE}.0) < 0.5, fin = part > ${PART_FIN - 0.5};
  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  if (fin && dot(n, towardsEye) < 0.0) n = -n;

  float outwards = fin ? painted.y : eyeball ? 0.0 : painted.w;
  float crisp;
  float rays = finRays(fin ? painted.z : painted.z * ${CAUDAL_RAYS}.0, crisp);
  // Membranes end a little before the rays do.
  if (outwards > 1.0 - 0.045 * (1.0 - rays) * crisp) discard;
  float thin = fin ? 1.0 : smoothstep(0.0, 0.45, outwards);

  float shine;
  vec3 colour = skinPaint(s, painted.y, varied, shine);
  float eyeRange = length(onFish.xy - eyePlace.xy) / eyePlace.z;
  float r = eyeball ? painted.y : eyeRange;
  float inEye = eyeball ? 1.0 : fin ? 0.0 : smoothstep(1.0, 0.86, eyeRange);
  colour = mix(colour, eyePaint(r, varied, eyeball ? painted.z * painted.w : 0.0), inEye);
  colour = mix(colour, finPaint(outwards, rays), thin);
  shine *= (1.0 - thin) * (1.0 - 0.7 * inEye);

  vec2 scale = scales(s, painted.z);
  scale = mix(scale, vec2(0.0, 0.5), max(inEye, max(thin, smoothstep(0.0, 0.3, outwards))));
  n = normalize(n + normalize(worldBack) * (scale.x * 0.22 + (scale.y - 0.5) * 0.10));
  colour *= 1.0 + 0.5 * scale.x * (0.4 + shine) + 0.22 * (scale.y - 0.5);

  vec3 day = daylight(worldPlace.y);
  float facing = max(dot(n, towardsEye), 0.0);
  float sun = dot(n, sunwards);
  float net = caustic(worldPlace);
  vec3 water = openWater(-towardsEye);
  vec3 light = day * (vec3(1.30, 1.24, 1.10) * max(sun * 0.8 + 0.2, 0.0) * (0.45 + 0.62 * net * smoothstep(-0.1, 0.6, n.y)));
  light += mix(vec3(0.045, 0.14, 0.19), vec3(0.36, 0.62, 0.66), n.y * 0.5 + 0.5);
  // Fins let the light through that falls on their other side.
  light += day * thin * (0.35 + 0.6 * max(-sun, 0.0));
  vec3 lit = colour * light * 0.8;
  lit = mix(lit, water, thin * (1.0 - 0.6 * rays) * 0.55 * outwards);

  // Silver flanks are mirrors of the water; the thin layers in them tint with the angle.
  vec3 mirror = openWater(reflect(-towardsEye, n));
  float fresnel = (0.06 + 0.94 * pow(1.0 - facing, 5.0)) * (1.0 - thin);
  vec3 sheen = 0.5 + 0.5 * cos(6.2832 * (facing * 0.9 + scale.y * 0.25 + varied * 0.3 + vec3(0.0, 0.33, 0.62)));
  lit += mirror * (fresnel * (0.3 + 0.4 * silver) + 0.55 * shine) * mix(vec3(1.0), sheen + 0.35, 0.45 * shine);
  vec3 halfway = normalize(sunwards + towardsEye);
  float gloss = pow(max(dot(n, halfway), 0.0), mix(34.0, 220.0, inEye));
  lit += day * gloss * (mix(0.16 + 0.30 * shine, 2.6, inEye) * (1.0 - thin)) * (0.5 + 0.6 * net);
  lit += vec3(0.10, 0.30, 0.33) * pow(1.0 - facing, 3.0) * smoothstep(-0.5, 0.8, n.y)
    * ((0.5 + 0.5 * silver) * (1.0 - 0.7 * thin));

  lit = rimmed(mix(tinted(lit), lit, inEye), mix(facing, 1.0, thin));
  pixel = vec4(finished(throughWater(lit, worldPlace, water)), 1.0);
}
`;

/** Fins alone, in the near view: one sees through their membranes. */
export const FIN_FRAGMENT = /* glsl */ `
${FRAGMENT_HEAD}

void main() {
  float outwards = painted.y;
  float crisp;
  float rays = finRays(painted.z, crisp);
  float edge = 1.0 - 0.05 * (1.0 - rays) * crisp;
  float soft = max(fwidth(outwards), 0.004);
  float alpha = smoothstep(edge + soft, edge - soft, outwards);
  if (alpha < 0.02) discard;
  alpha *= mix(mix(0.80, 0.34, outwards), 0.93, rays * (1.0 - 0.55 * outwards));
  alpha = mix(1.0, alpha, smoothstep(0.0, 0.16, outwards));
  vec3 colour = finPaint(outwards, rays);

  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  if (dot(n, towardsEye) < 0.0) n = -n;
  vec3 day = daylight(worldPlace.y);
  float front = max(dot(n, sunwards), 0.0);
  float behind = max(-dot(n, sunwards), 0.0);
  float glow = pow(max(dot(-towardsEye, sunwards), 0.0), 3.0);
  float net = caustic(worldPlace);
  vec3 light = day * vec3(1.3, 1.24, 1.1) * (0.35 + 0.55 * front + 0.75 * behind + 0.9 * glow) * (0.55 + 0.45 * net);
  light += mix(vec3(0.05, 0.16, 0.21), vec3(0.32, 0.56, 0.60), n.y * 0.5 + 0.5);
  vec3 lit = colour * light + vec3(0.05, 0.14, 0.15) * pow(1.0 - abs(dot(n, towardsEye)), 2.0);
  lit = tinted(lit);
  pixel = vec4(finished(throughWater(lit, worldPlace, openWater(-towardsEye))), alpha);
}
`;

/** The skin of a fish whose muscles are shown: glass, bright where it is seen edge-on. */
export const GLASS_FRAGMENT = /* glsl */ `
${FRAGMENT_HEAD}

void main() {
  float part = painted.x, s = onFish.x, rise = painted.y;
  bool eyeball = abs(part - ${PART_EYE}.0) < 0.5;
  float outwards = eyeball ? 0.0 : painted.w;
  float crisp;
  float rays = finRays(painted.z * ${CAUDAL_RAYS}.0, crisp);
  if (!eyeball && outwards > 1.0 - 0.045 * (1.0 - rays) * crisp) discard;
  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  float facing = max(dot(n, towardsEye), 0.0);
  vec3 water = openWater(-towardsEye);
  if (eyeball) {
    vec3 iris = mix(vec3(0.004), irisColour * 0.5, smoothstep(0.55, 0.62, rise));
    float glint = pow(max(dot(n, normalize(sunwards + towardsEye)), 0.0), 220.0);
    pixel = vec4(finished(throughWater(iris + 2.0 * glint, worldPlace, water)), 1.0);
    return;
  }
  float thin = smoothstep(0.0, 0.45, outwards);
  vec3 body = mix(flankColour, backColour, smoothstep(0.0, 0.8, rise));
  body = mix(body, bellyColour, smoothstep(-0.1, -0.8, rise));
  vec3 colour = mix(body, finPaint(outwards, rays), thin);
  float rim = pow(1.0 - facing, 1.7);
  vec3 day = daylight(worldPlace.y);
  vec3 lit = colour * (0.35 + 0.5 * day * max(dot(n, sunwards), 0.0)) * 0.5;
  lit += vec3(0.22, 0.56, 0.62) * rim + openWater(reflect(-towardsEye, n)) * 0.25;
  lit += day * 0.5 * pow(max(dot(n, normalize(sunwards + towardsEye)), 0.0), 60.0);
  // The head keeps more of its own look, so that one sees where the fish looks.
  float alpha = 0.12 + 0.85 * rim + 0.26 * smoothstep(0.17, 0.04, s) + 0.4 * thin * (0.4 + 0.6 * rays);
  pixel = vec4(finished(throughWater(lit, worldPlace, water)), min(alpha, 0.92));
}
`;
