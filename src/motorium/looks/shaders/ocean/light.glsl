/**
 * The light of the sea, shared by all shaders: sun from above, water that swallows red first and
 * scatters blue-green, caustics and shafts of light. Colours are linear.
 */
#include "constants.glsl"
precision highp float;
precision highp int;
precision highp sampler2DArray;
uniform vec3 eye;
uniform float time;
uniform sampler2D noise;
uniform sampler2DArray caustics;
/** Where the light comes from, how much of it and of what colour, the surface's height [m], and how
 * murky the water is: 1 is clear. */
uniform vec3 sunwards, sunshine;
uniform float waterline, murk;
/** The headlights of a submarine, as one: where they are, where they shine, and how strong against
 * noon; 0 without any. */
uniform vec3 lampPlace, lampAhead;
uniform float lamp;

const vec3 ABSORPTION = vec3(0.30, 0.085, 0.062);
const float SCATTERING = 0.115;

/** What one sees looking into water without end, without the shafts. */
vec3 openWater(vec3 direction) {
  float up = direction.y;
  vec3 deep = vec3(0.0012, 0.013, 0.036);
  vec3 level = vec3(0.0045, 0.066, 0.122);
  vec3 bright = vec3(0.055, 0.33, 0.43);
  vec3 colour = mix(level, deep, smoothstep(0.08, -0.75, up));
  colour = mix(colour, bright, smoothstep(-0.12, 1.0, up) * (0.35 + 0.65 * max(up, 0.0)));
  float towardsSun = max(dot(direction, sunwards), 0.0);
  float glow = towardsSun * towardsSun;
  glow *= glow;
  return colour + vec3(0.12, 0.30, 0.30) * (0.5 * glow + 1.1 * glow * glow * glow);
}

/** Shafts of light all point to the sun: a pattern around its direction, looked up on a circle. */
float shafts(vec3 direction) {
  float towardsSun = dot(direction, sunwards);
  if (towardsSun < -0.35) return 0.0;
  vec3 across = normalize(cross(sunwards, vec3(0.0, 0.0, 1.0)));
  vec3 along = cross(across, sunwards);
  vec2 around = vec2(dot(direction, across), dot(direction, along));
  float reach = length(around);
  around /= max(reach, 1e-4);
  float slow = texture(noise, around * 0.21 + vec2(time * 0.006, 0.0)).r;
  float quick = texture(noise, around * 0.43 - vec2(0.0, time * 0.011)).r;
  float pattern = smoothstep(0.42, 0.95, slow * 0.55 + quick * 0.6);
  return pattern * smoothstep(-0.35, 0.75, towardsSun) * smoothstep(0.05, 0.3, reach);
}

vec3 waterColour(vec3 direction) {
  return openWater(direction) + vec3(0.085, 0.215, 0.225) * shafts(direction);
}

/** Light that is left at a depth. */
vec3 daylight(float height) {
  return exp(-ABSORPTION * 0.34 * murk * max(waterline - height, 0.0));
}

/** Brightness of the refracted light's net at a place, about 1 on average. */
float caustic(vec3 place) {
  vec2 uv = (place.xz - sunwards.xz / sunwards.y * place.y) * 0.44;
  float layer = mod(time * 9.0, float(CAUSTIC_LAYERS));
  float first = floor(layer);
  float second = mod(first + 1.0, float(CAUSTIC_LAYERS));
  float light = mix(
    texture(caustics, vec3(uv, first)).r, texture(caustics, vec3(uv, second)).r, layer - first);
  return light * 4.0;
}

/** What headlights add to the light on a place, as a share of noon. */
vec3 headlight(vec3 place) {
  if (lamp <= 0.0) return vec3(0.0);
  vec3 arm = place - lampPlace;
  float far = length(arm);
  float cone = smoothstep(0.72, 0.98, dot(arm, lampAhead) / max(far, 1e-3));
  return vec3(1.0, 0.9, 0.7) * (lamp * cone * exp(-0.22 * murk * far) / (1.0 + 0.12 * far * far));
}

/** What is left of a colour through the water between, and what the water adds. */
vec3 throughWater(vec3 colour, vec3 place, vec3 water) {
  colour *= 1.0 + headlight(place) / max(sunshine, vec3(0.06));
  float distance = murk * length(place - eye);
  return colour * exp(-(ABSORPTION * 0.42 + SCATTERING) * distance)
    + water * (1.0 - exp(-SCATTERING * 1.35 * distance));
}

/** Tone curve, gamma, and a dither that keeps dark gradients from banding. */
vec3 finished(vec3 colour) {
  colour *= 1.25 * sunshine;
  colour = clamp(colour * (2.51 * colour + 0.03) / (colour * (2.43 * colour + 0.59) + 0.14), 0.0, 1.0);
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  return pow(colour, vec3(1.0 / 2.2)) + (grain - 0.5) / 255.0;
}
