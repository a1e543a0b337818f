/** The light of an evening, in place of the day's: a warm spot with soft shadows, cool and warm light
 * from behind, lamps at the pavilion, what is left of the sky, and mist. It has all that shaders
 * expect of daylight, by the same names: SUN is the spot's light, sunwards where that comes from. */
/** The middle of the spot's circle, and its radius [m]. */
uniform vec4 spot;

const vec3 SUN = vec3(3.5, 2.85, 2.12);
const vec3 ABOVE = vec3(0.105, 0.150, 0.290);
const vec3 AROUND = vec3(0.100, 0.095, 0.130);
const vec3 BELOW = vec3(0.075, 0.055, 0.045);
/** Where the sun has set. */
const vec3 DUSK = vec3(-0.54, 0.84, 0.0);
/** Behind the stage: cool at one side, warm at the other. */
const vec3 COOLWARDS = vec3(0.42, 0.76, 0.50);
const vec3 COOL = vec3(0.85, 1.45, 2.5);
const vec3 WARMWARDS = vec3(-0.87, 0.36, 0.34);
const vec3 WARM = vec3(1.9, 0.95, 0.38);
/** Lamps below the roof of the pavilion, along x [m]. */
const vec3 LAMPS = vec3(-11.0, -5.0, 1.0);
const vec3 LAMPLIGHT = vec3(3.4, 1.9, 0.82);

vec3 skyColour(vec3 direction) {
  float up = max(direction.z, 0.0);
  float towards = 0.5 + 0.5 * dot(normalize(direction.xy + 1e-5), DUSK.xy);
  vec3 rim = mix(vec3(0.075, 0.085, 0.165), vec3(0.86, 0.36, 0.17), towards * towards * towards);
  vec3 middle = mix(vec3(0.035, 0.050, 0.125), vec3(0.20, 0.13, 0.22), towards * towards);
  vec3 colour = mix(vec3(0.010, 0.018, 0.055), middle, exp(-2.6 * up));
  return mix(colour, rim, exp(-11.0 * up));
}

float unshadowed(sampler2DShadow map, mat4 toMap, vec3 place, float bias, float texel) {
  vec3 at = (toMap * vec4(place, 1.0)).xyz;
  if (any(lessThan(at, vec3(0.0))) || any(greaterThan(at, vec3(1.0)))) return 1.0;
  at.z -= bias;
#ifndef FINE
  return texture(map, at);
#endif
  // A disc of places, turned otherwise in each pixel: edges are soft.
  float angle = 6.2832 * fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  float light = 0.0;
  for (int k = 0; k < 12; k++) {
    float far = sqrt((float(k) + 0.5) / 12.0);
    float around = angle + 2.39996 * float(k);
    light += texture(map, vec3(at.xy + 2.6 * texel * far * vec2(cos(around), sin(around)), at.z));
  }
  return light / 12.0;
}

/** Share of the spot that reaches a place: it has a soft edge. */
float sunshine(vec3 place, vec3 normal) {
  float off = length(cross(place - spot.xyz, sunwards));
  float inside = smoothstep(spot.w, 0.45 * spot.w, off);
  inside *= inside;
  if (inside <= 0.0) return 0.0;
  vec3 lifted = place + 0.03 * normal;
  float light = inside * unshadowed(standing, toStanding, lifted, 0.0006, texels.x);
  return light <= 0.0 ? 0.0 : light * unshadowed(moving, toMoving, lifted, 0.0008, texels.y);
}

vec3 lamplight(vec3 place, vec3 normal) {
  vec3 light = vec3(0.0);
  for (int k = 0; k < 3; k++) {
    vec3 way = vec3(LAMPS[k], 12.6, 2.55) - place;
    float far2 = dot(way, way);
    float facing = dot(normal, way * inversesqrt(far2));
    light += max(0.15 + 0.85 * facing, 0.0) / (0.6 + far2) * LAMPLIGHT;
  }
  return light;
}

vec3 backlight(vec3 normal) {
  return COOL * max(dot(normal, COOLWARDS), 0.0) + WARM * max(dot(normal, WARMWARDS), 0.0);
}

vec3 skylight(vec3 normal, float facing) {
  vec3 sky = mix(mix(BELOW, AROUND, smoothstep(-1.0, 0.0, normal.z)), ABOVE,
    smoothstep(0.0, 1.0, normal.z));
  // What lies flat is not to lose its shadows to it.
  return sky + 0.3 * backlight(normal) * (1.0 - max(normal.z, 0.0));
}

vec3 lit(vec3 albedo, vec3 place, vec3 normal, float open) {
  float facing = dot(normal, sunwards);
  float sun = facing > 0.0 ? facing * sunshine(place, normal) : 0.0;
  return albedo * (SUN * sun + skylight(normal, facing) * open + lamplight(place, normal));
}

/** Mist takes what is far. */
vec3 throughAir(vec3 colour, vec3 place) {
  vec3 way = place - eye;
  float far = length(way);
  vec3 haze = skyColour(normalize(vec3(way.xy, max(way.z, 0.03 * far))));
  return mix(colour, 0.75 * haze, 1.0 - exp(-0.011 * max(far - 9.0, 0.0)));
}

vec3 finished(vec3 colour) {
  colour *= 0.78;
  colour = clamp(colour * (2.51 * colour + 0.03) / (colour * (2.43 * colour + 0.59) + 0.14), 0.0, 1.0);
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  return pow(colour, vec3(1.0 / 2.2)) + (grain - 0.5) / 255.0;
}
