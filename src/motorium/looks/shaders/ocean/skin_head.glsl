#include "constants.glsl"
#include "ocean/light.glsl"
uniform vec3 backColour, flankColour, bellyColour, finColour, accentColour, irisColour;
uniform vec2 bands[MOST_BANDS];
uniform int bandCount;
uniform float stripes, silver;
/** (behind the nose, up, radius), and the line of the mouth from front to corner [L]. */
uniform vec3 eyePlace;
uniform vec4 mouth;
in vec3 onFish, worldPlace, worldNormal, worldBack;
in vec4 painted;
flat in float seed;
out vec4 pixel;
#include "ocean/level_tint.glsl"

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
