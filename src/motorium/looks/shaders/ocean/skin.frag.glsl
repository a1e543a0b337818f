#include "constants.glsl"
#include "ocean/skin_head.glsl"

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
  bool eyeball = abs(part - float(PART_EYE)) < 0.5, fin = part > (float(PART_FIN) - 0.5);
  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  if (fin && dot(n, towardsEye) < 0.0) n = -n;

  float outwards = fin ? painted.y : eyeball ? 0.0 : painted.w;
  float crisp;
  float rays = finRays(fin ? painted.z : painted.z * float(CAUDAL_RAYS), crisp);
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
