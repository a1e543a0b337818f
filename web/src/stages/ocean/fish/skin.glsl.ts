import { LIGHT } from "../light.glsl.ts";
import { FIN_PECTORAL } from "./fins.ts";
import { FIRST_KNOT_TEXEL, ORIGIN_TEXEL, POSE_LOOKUP } from "./pose.glsl.ts";

/** Farther away the water has swallowed a fish [m]. */
const FARTHEST_SEEN = 45;

/** Bends the fish at rest along the spine that the nodes span; normals by the bend's Jacobian. */
export const SKIN_VERTEX = /* glsl */ `
precision highp float;
precision highp int;
uniform mat4 viewMatrix, projectionMatrix;
uniform float simulatedTime;
in vec3 position, normal;
in vec4 paint, values, slopes, hinge;
in float firstKnot;
out vec3 onFish, worldPlace, worldNormal, worldBack;
out vec4 painted;
flat out float seed;
${POSE_LOOKUP}

/** Paired fins paddle by themselves; the simulation knows their forces, not their shape. */
void turnFin(inout vec3 place, inout vec3 facing) {
  float kind = paint.x, side = paint.w;
  bool pectoral = kind == ${FIN_PECTORAL}.0;
  float beat = simulatedTime * (pectoral ? 3.4 + seed * 1.3 : 1.9) + seed * 40.0 - side * 0.5;
  float lag = paint.y * 0.9;
  float angle = pectoral ? 0.62 + 0.30 * sin(beat - lag) : 0.30 + 0.06 * sin(beat - lag);
  vec3 arm = place - hinge.xyz;
  // Out from the flank about the upright axis, then twisted so that the fin lies slanting.
  float reach = arm.x;
  arm.x = reach * cos(angle);
  arm.z += side * (reach * sin(angle) - arm.y * (pectoral ? 0.35 : 0.55));
  place = hinge.xyz + arm;
  facing = normalize(vec3(-sin(angle), 0.35 * side, side * cos(angle)));
}

/** Whether none of the fish can be on the screen; spares the rest of the work for most of a crowd. */
bool outOfView(float bodyLength) {
  vec4 centre = projectionMatrix * viewMatrix * vec4(poseTexel(${ORIGIN_TEXEL}), 1.0);
  float margin = 0.85 * bodyLength * (1.0 + max(projectionMatrix[0][0], projectionMatrix[1][1]));
  return max(abs(centre.x), abs(centre.y)) > centre.w + margin || centre.w > ${FARTHEST_SEEN.toFixed(1)};
}

void main() {
  vec4 own = fishTraits();
  if (outOfView(own.x)) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  seed = own.y;
  vec3 place = position, facing = normal;
  if (hinge.w > 0.5) turnFin(place, facing);
  int texel = ${FIRST_KNOT_TEXEL} + int(firstKnot) * 3;
  vec3 centre = vec3(0.0), up = vec3(0.0), left = vec3(0.0);
  vec3 centreSlope = vec3(0.0), upSlope = vec3(0.0), leftSlope = vec3(0.0);
  for (int k = 0; k < 4; k++) {
    vec3 knotCentre = poseTexel(texel + k * 3);
    vec3 knotUp = poseTexel(texel + k * 3 + 1);
    vec3 knotLeft = poseTexel(texel + k * 3 + 2);
    centre += values[k] * knotCentre;
    up += values[k] * knotUp;
    left += values[k] * knotLeft;
    centreSlope += slopes[k] * knotCentre;
    upSlope += slopes[k] * knotUp;
    leftSlope += slopes[k] * knotLeft;
  }
  vec3 back = centreSlope + place.y * upSlope + place.z * leftSlope;
  worldPlace = centre + place.y * up + place.z * left;
  // Movable fins hang stiffly on the place of their hinge.
  if (hinge.w > 0.5) worldPlace += (place.x - hinge.x) * centreSlope;
  worldNormal = normalize(
    facing.x * cross(up, left) + facing.y * cross(left, back) + facing.z * cross(back, up));
  worldBack = back;
  onFish = place;
  painted = paint;
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
}
`;

const FRAGMENT_HEAD = /* glsl */ `
${LIGHT}
in vec3 onFish, worldPlace, worldNormal, worldBack;
in vec4 painted;
flat in float seed;
out vec4 pixel;

struct Livery { vec3 back, flank, belly, mark, fin; float pattern, varied; };

float hash(float n) { return fract(sin(n * 91.3458) * 47453.5453); }

/** Colours and markings of an individual, from its seed. */
Livery livery() {
  float family = floor(hash(seed + 0.13) * 4.0);
  float varied = hash(seed + 0.71);
  Livery own;
  own.varied = varied;
  own.belly = vec3(0.86, 0.88, 0.84);
  if (family < 1.0) {
    own.back = mix(vec3(0.020, 0.075, 0.105), vec3(0.028, 0.105, 0.115), varied);
    own.flank = mix(vec3(0.46, 0.60, 0.63), vec3(0.52, 0.62, 0.58), varied);
    own.mark = vec3(0.012, 0.035, 0.055);
    own.fin = vec3(0.30, 0.44, 0.46);
  } else if (family < 2.0) {
    own.back = mix(vec3(0.11, 0.075, 0.020), vec3(0.080, 0.090, 0.026), varied);
    own.flank = mix(vec3(0.78, 0.56, 0.17), vec3(0.72, 0.60, 0.24), varied);
    own.mark = vec3(0.10, 0.045, 0.012);
    own.fin = vec3(0.80, 0.50, 0.12);
  } else if (family < 3.0) {
    own.back = mix(vec3(0.035, 0.050, 0.120), vec3(0.055, 0.045, 0.115), varied);
    own.flank = mix(vec3(0.42, 0.52, 0.72), vec3(0.50, 0.50, 0.68), varied);
    own.mark = vec3(0.90, 0.62, 0.12);
    own.fin = vec3(0.72, 0.55, 0.20);
  } else {
    own.back = mix(vec3(0.14, 0.040, 0.026), vec3(0.12, 0.050, 0.040), varied);
    own.flank = mix(vec3(0.80, 0.36, 0.22), vec3(0.78, 0.44, 0.32), varied);
    own.mark = vec3(0.16, 0.030, 0.026);
    own.fin = vec3(0.80, 0.30, 0.16);
  }
  own.pattern = hash(seed + 0.37);
  return own;
}
`;

export const BODY_FRAGMENT = /* glsl */ `
${FRAGMENT_HEAD}

/** Overlapping scales: x brightens their rims, y differs from scale to scale. */
vec2 scales(float s, float around) {
  vec2 place = vec2(s * 62.0, around * 44.0);
  float blur = max(fwidth(place.x), fwidth(place.y));
  if (blur > 0.9) return vec2(0.0, 0.5);
  float row = floor(place.y);
  place.x += 0.5 * mod(row, 2.0);
  vec2 cell = vec2(fract(place.x), fract(place.y) - 0.5);
  float rim = length(vec2(cell.x - 0.15, cell.y * 1.5));
  float edge = smoothstep(0.52, 0.80, rim) * smoothstep(1.05, 0.80, rim);
  float fade = smoothstep(0.17, 0.27, s) * smoothstep(0.92, 0.80, s) * smoothstep(0.9, 0.35, blur);
  float own = hash(floor(place.x) * 0.0131 + row * 0.0717);
  return vec2(edge * fade, mix(0.5, own, fade));
}

vec3 skinColour(Livery own, float s, float rise, out float shine) {
  float mottle = texture(noise, onFish.xy * 2.3 + own.varied).r - 0.5;
  float shade = rise + 0.22 * mottle;
  vec3 colour = mix(own.flank, own.back, smoothstep(0.12, 0.78, shade));
  colour = mix(colour, own.belly, smoothstep(-0.12, -0.72, shade));
  float body = smoothstep(0.15, 0.26, s) * smoothstep(0.98, 0.86, s);
  if (own.pattern < 0.55) {
    float middle = 0.20 - 0.18 * s + 0.05 * sin(s * 9.0 + own.varied * 6.0);
    float stripe = smoothstep(0.17, 0.05, abs(rise - middle));
    colour = mix(colour, own.mark, stripe * 0.82 * smoothstep(0.05, 0.16, s));
    float light = smoothstep(0.10, 0.03, abs(rise - middle - 0.26));
    colour = mix(colour, own.belly, light * 0.35 * body);
  } else if (own.pattern < 0.85) {
    float bars = sin(s * (40.0 + 10.0 * own.varied) + 1.2 * rise * rise + 2.0 * mottle);
    float bar = smoothstep(0.25, 0.75, bars) * smoothstep(-0.55, 0.25, rise);
    colour = mix(colour, own.mark, bar * 0.62 * body);
  } else {
    float spots = texture(noise, vec2(s, rise * 0.12) * 5.5 + own.varied * 3.0).r;
    colour = mix(colour, own.mark, smoothstep(0.60, 0.68, spots) * 0.7 * body * smoothstep(-0.5, 0.1, rise));
  }
  // Head: gill cover, cheek, mouth.
  float gill = s - (0.195 - 0.055 * (rise - 0.05) * (rise - 0.05));
  float cover = smoothstep(0.012, 0.0, abs(gill)) * smoothstep(0.85, 0.5, abs(rise));
  colour *= 1.0 - 0.55 * cover * smoothstep(-0.004, 0.006, gill);
  colour = mix(colour, own.flank * 1.1, 0.35 * smoothstep(0.03, -0.05, gill) * smoothstep(0.5, 0.0, abs(rise + 0.1)));
  float mouth = abs(onFish.y + 0.007 + 0.16 * s);
  colour *= 1.0 - 0.8 * smoothstep(0.0032, 0.0012, mouth) * smoothstep(0.040, 0.030, s);
  shine = smoothstep(0.95, 0.1, abs(rise + 0.12)) * (0.35 + 0.65 * smoothstep(0.05, 0.2, s));
  return colour;
}

vec3 eyeColour(Livery own, out float shine) {
  float r = painted.y;
  vec3 iris = mix(vec3(0.70, 0.50, 0.14), vec3(0.52, 0.56, 0.50), own.varied);
  iris *= 0.75 + 0.25 * painted.z * painted.w;
  vec3 colour = mix(vec3(0.004), iris, smoothstep(0.40, 0.46, r));
  colour = mix(colour, own.back * 0.6, smoothstep(0.74, 0.86, r));
  shine = 0.2;
  return colour;
}

void main() {
  Livery own = livery();
  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  float s = onFish.x, rise = painted.z;
  bool eyeball = painted.x > 0.5;
  float shine;
  vec3 colour = eyeball ? eyeColour(own, shine) : skinColour(own, s, rise, shine);

  vec2 scale = eyeball ? vec2(0.0, 0.5) : scales(s, painted.w);
  n = normalize(n + normalize(worldBack) * (scale.x * 0.22 + (scale.y - 0.5) * 0.10));
  colour *= 1.0 + 0.5 * scale.x * (0.4 + shine) + 0.22 * (scale.y - 0.5);

  vec3 day = daylight(worldPlace.y);
  float facing = max(dot(n, towardsEye), 0.0);
  float sun = dot(n, SUN);
  float net = caustic(worldPlace);
  vec3 light = day * (vec3(1.30, 1.24, 1.10) * max(sun * 0.8 + 0.2, 0.0) * (0.45 + 0.62 * net * smoothstep(-0.1, 0.6, n.y)));
  light += mix(vec3(0.045, 0.14, 0.19), vec3(0.36, 0.62, 0.66), n.y * 0.5 + 0.5);
  vec3 lit = colour * light;

  // Silver flanks are mirrors of the water; the thin layers in them tint with the angle.
  vec3 mirror = openWater(reflect(-towardsEye, n));
  float fresnel = 0.06 + 0.94 * pow(1.0 - facing, 5.0);
  vec3 sheen = 0.5 + 0.5 * cos(6.2832 * (facing * 0.9 + scale.y * 0.25 + own.varied * 0.3 + vec3(0.0, 0.33, 0.62)));
  lit += mirror * (fresnel * 0.7 + 0.55 * shine) * mix(vec3(1.0), sheen + 0.35, 0.45 * shine);
  vec3 halfway = normalize(SUN + towardsEye);
  float gloss = pow(max(dot(n, halfway), 0.0), eyeball ? 220.0 : 34.0);
  lit += day * gloss * (eyeball ? 2.6 : 0.16 + 0.30 * shine) * (0.5 + 0.6 * net);
  lit += vec3(0.10, 0.30, 0.33) * pow(1.0 - facing, 3.0) * smoothstep(-0.5, 0.8, n.y);

  pixel = vec4(finished(throughWater(lit, worldPlace, openWater(-towardsEye))), 1.0);
}
`;

export const FIN_FRAGMENT = /* glsl */ `
${FRAGMENT_HEAD}

void main() {
  Livery own = livery();
  float outwards = painted.y;
  float ray = abs(fract(painted.z) - 0.5) * 2.0;
  float width = fwidth(painted.z);
  float crisp = smoothstep(1.4, 0.4, width);
  float rays = mix(0.45, smoothstep(0.45, 0.95, ray), crisp);
  // Membranes end a little before the rays do.
  float edge = 1.0 - 0.085 * (1.0 - rays) * crisp;
  float soft = max(fwidth(outwards), 0.004);
  float alpha = smoothstep(edge + soft, edge - soft, outwards);
  if (alpha < 0.02) discard;
  alpha *= mix(mix(0.80, 0.34, outwards), 0.93, rays * (1.0 - 0.55 * outwards));
  alpha = mix(1.0, alpha, smoothstep(0.0, 0.16, outwards));

  vec3 colour = mix(own.flank * 0.55 + own.back * 0.3, own.fin, smoothstep(0.0, 0.35, outwards));
  colour = mix(colour, own.mark, 0.5 * smoothstep(0.86, 0.97, outwards) * step(0.5, hash(seed + 0.9)));
  colour *= 0.72 + 0.45 * rays;

  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  if (dot(n, towardsEye) < 0.0) n = -n;
  vec3 day = daylight(worldPlace.y);
  float front = max(dot(n, SUN), 0.0);
  float behind = max(-dot(n, SUN), 0.0);
  float glow = pow(max(dot(-towardsEye, SUN), 0.0), 3.0);
  float net = caustic(worldPlace);
  vec3 light = day * vec3(1.3, 1.24, 1.1) * (0.35 + 0.55 * front + 0.75 * behind + 0.9 * glow) * (0.55 + 0.45 * net);
  light += mix(vec3(0.05, 0.16, 0.21), vec3(0.32, 0.56, 0.60), n.y * 0.5 + 0.5);
  vec3 lit = colour * light + vec3(0.05, 0.14, 0.15) * pow(1.0 - abs(dot(n, towardsEye)), 2.0);
  pixel = vec4(finished(throughWater(lit, worldPlace, openWater(-towardsEye))), alpha);
}
`;
