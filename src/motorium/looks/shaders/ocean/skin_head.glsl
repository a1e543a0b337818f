/** What the skin of a fish and its fins have in common: colours, marks, and who wears them. */
#include "constants.glsl"
#include "ocean/light.glsl"
#include "ocean/mouth.glsl"
uniform vec3 backColour, flankColour, bellyColour, finColour, accentColour, irisColour;
uniform vec3 edgeColour, marginColour, courtshipColour;
uniform vec2 bands[MOST_BANDS];
uniform int bandCount;
uniform float stripes, silver, mottling, scaleRows, gillSlits, variety;
/** Whether bands are lined and fins have margins, 0 or 1. */
uniform float lined, margined;
/** Radius [L] and density of spots; behind the nose from and to, and the same from belly to back. */
uniform vec2 spotted;
uniform vec4 spotRange;
uniform vec3 spotColour;
/** (behind the nose, up, radius) [L]; a radius of 0 is none. */
uniform vec3 eyePlace, falseEye;
/** Where on the sides the tail fin begins, as a parameter from nose to tail. */
uniform float tailFrom;
/** The photograph of a fish, laid out as docs/concepts/texture.md says, and whether there is one. */
uniform sampler2D photo;
uniform float photographed;
in vec3 onFish, worldPlace, worldNormal, worldBack;
in vec4 painted;
flat in float seed;
/** Mouth, courtship and fear, 0 to 1. */
flat in vec3 looks;
out vec4 pixel;
#include "ocean/level_tint.glsl"

const vec3 LUMA = vec3(0.30, 0.59, 0.11);

/** A number from 0 to 1 for each whole one, the same on every machine: sines differ in their last bits,
 * and an individual would look different elsewhere (O'Neill 2014, PCG). */
float chance(uint n) {
  uint state = n * 747796405u + 2891336453u;
  uint word = ((state >> ((state >> 28u) + 4u)) ^ state) * 277803737u;
  return float(((word >> 22u) ^ word) >> 8u) / 16777216.0;
}

/** Of this individual, 0 to 65535. */
uint numbered() { return uint(seed * 65535.0 + 0.5); }
/** From 0 to 1, this individual's own; others for keys that are a thousandth apart. */
float hash(float key) {
  return chance(numbered() * 2654435769u + uint(int(floor(key * 1024.0 + 0.5))));
}
float hash2(vec2 n) {
  ivec2 cell = ivec2(floor(n * 64.0 + 0.5));
  return chance(uint(cell.x) * 2654435761u + uint(cell.y));
}

/** A number of this individual's own from -1 to 1; others for other `which`. */
float own(float which) { return (2.0 * hash(3.0 + 0.173 * which) - 1.0) * variety; }

/** A colour turned around the circle of hues [rad]. */
vec3 hued(vec3 colour, float angle) {
  const vec3 GREY = vec3(0.57735);
  float c = cos(angle);
  return max(colour * c + cross(GREY, colour) * sin(angle) + GREY * dot(GREY, colour) * (1.0 - c), 0.0);
}

/** Each has a shade and a hue of its own. */
vec3 individual(vec3 colour) {
  return hued(colour, 0.16 * own(1.0)) * (1.0 + 0.17 * own(2.0));
}

/** Courtship makes colours glow, most where it `courts`, 0 to 1; fear takes them away. */
vec3 moody(vec3 colour, float courts) {
  vec3 grey = vec3(dot(colour, LUMA));
  colour = max(mix(grey, colour, 1.0 + 0.55 * looks.y), 0.0) * (1.0 + 0.22 * looks.y);
  colour = mix(colour, courtshipColour, 0.8 * looks.y * courts);
  vec3 pale = mix(vec3(dot(colour, LUMA)), bellyColour, 0.45) * 0.85 + 0.10;
  return mix(colour, pale, 0.68 * looks.z);
}

/** How much of the accent colour bands lay over a place behind the nose; y: of what lines them. */
vec2 banded(float s, float wobble) {
  float soft = max(0.003, 0.7 * fwidth(s));
  vec2 cover = vec2(0.0);
  for (int k = 0; k < bandCount; k++) {
    vec2 band = bands[k];
    float half_ = 0.5 * (band.y - band.x) * (1.0 + 0.30 * own(10.0 + float(k)));
    float away = abs(s + wobble - 0.5 * (band.x + band.y) - 0.014 * own(30.0 + float(k))) - half_;
    cover.x = max(cover.x, smoothstep(soft, -soft, away));
    cover.y = max(cover.y, smoothstep(BAND_LINE + soft, BAND_LINE - soft, away));
  }
  return cover;
}

vec3 withBands(vec3 colour, float strength, vec2 cover) {
  colour = mix(colour, edgeColour, lined * strength * cover.y);
  return mix(colour, individual(accentColour), strength * cover.x);
}

/** Fins of sharks are thick and covered with skin: 1 if these are. */
float fleshy() { return step(0.5, gillSlits); }

/** Rays of a fin, 0 on the membrane to 1; in the distance their mean. */
float finRays(float across, out float crisp) {
  crisp = smoothstep(1.4, 0.4, fwidth(across)) * (1.0 - fleshy());
  if (fleshy() > 0.5) return 0.75;
  return mix(0.45, smoothstep(0.45, 0.95, abs(fract(across) - 0.5) * 2.0), crisp);
}

/** How far a membrane falls short of its rays, and where it was torn once. */
float finGap(float across, float rays, float crisp) {
  float cell = floor(across);
  float torn = step(1.0 - 0.10 * variety, hash(11.0 + 0.31 * cell)) * crisp;
  return (0.045 + 0.11 * torn) * (1.0 - rays) * crisp;
}

/** Along the tail fin from its root, 0, to its edge, 1, by the parameter from nose to tail. */
float alongTail(float v) { return max(0.0, (v - tailFrom) / (1.0 - tailFrom)); }

/** How a fin is patterned from its root, 0, to its edge, 1. */
vec3 finPaint(float outwards, float rays) {
  vec3 fin = individual(finColour);
  vec3 colour = mix(individual(flankColour) * 0.5 + backColour * 0.3, fin, smoothstep(0.0, 0.35, outwards));
  colour = mix(colour, accentColour, 0.30 * (1.0 - margined) * smoothstep(0.82, 0.98, outwards));
  colour = withBands(colour, 0.85, banded(onFish.x, 0.0));
  // Dark flecks between the rays of those that are spotted.
  float flecks = texture(noise, onFish.xy * 6.0 + seed * 9.0).a;
  colour = mix(colour, spotColour, 0.6 * step(1e-4, spotted.y) * smoothstep(0.60, 0.78, flecks));
  colour = mix(colour, marginColour, margined * smoothstep(0.80, 0.90, outwards));
  colour = moody(colour, smoothstep(0.55, 0.95, outwards));
  return colour * (0.72 + 0.45 * rays);
}

/** A fin's colour, and how much of it there is: fins of back and belly may be on a photograph. */
vec4 finSkin(float outwards, float rays) {
  float side = painted.w;
  if (photographed < 0.5 || abs(side) < 1.5) return vec4(finPaint(outwards, rays), 1.0);
  vec2 rows = side > 0.0 ? vec2(PHOTO_BODY, PHOTO_DORSAL) : vec2(PHOTO_DORSAL, 1.0);
  vec4 taken = texture(photo, vec2(painted.z / abs(side), mix(rows.x, rows.y, mix(0.04, 0.96, outwards))));
  return vec4(moody(individual(taken.rgb), outwards) * (0.8 + 0.3 * rays), taken.a);
}

/** How little one sees through a fin: membranes let light through, rays and roots do not. */
float finOpacity(float outwards, float rays) {
  float opacity = mix(mix(0.80, 0.34, outwards), 0.93, rays * (1.0 - 0.55 * outwards));
  return mix(1.0, opacity, smoothstep(0.0, 0.16, outwards) * (1.0 - 0.92 * fleshy()));
}

/** A fin in the light that falls on it and through it. */
vec3 finLit(vec3 colour, vec3 n, vec3 towardsEye) {
  vec3 day = daylight(worldPlace.y);
  float front = max(dot(n, sunwards), 0.0);
  float behind = max(-dot(n, sunwards), 0.0);
  float glow = pow(max(dot(-towardsEye, sunwards), 0.0), 3.0);
  float through = (1.0 - fleshy()) * (0.75 * behind + 0.9 * glow);
  vec3 light = day * vec3(1.3, 1.24, 1.1) * (0.35 + 0.55 * front + through) * (0.55 + 0.45 * caustic(worldPlace));
  light += mix(vec3(0.09, 0.165, 0.19), vec3(0.40, 0.55, 0.555), n.y * 0.5 + 0.5);
  return tinted(colour * light + vec3(0.05, 0.14, 0.15) * pow(1.0 - abs(dot(n, towardsEye)), 2.0));
}
