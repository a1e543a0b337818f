/**
 * The light of the sea, shared by all shaders: sun from above, water that swallows red first and
 * scatters blue-green, caustics and shafts of light. Colours are linear.
 */
#include "constants.glsl"
precision highp float;
precision highp int;
uniform vec3 eye;
uniform float time;
uniform sampler2D noise;
uniform sampler2D caustics;
/** Where the light comes from, how much of it and of what colour, the surface's height [m], and how
 * murky the water is: 1 is clear. */
uniform vec3 sunwards, sunshine;
uniform float waterline, murk;
/** The headlights of a submarine, as one: where they are, where they shine, and how strong against
 * noon; 0 without any. */
uniform vec3 lampPlace, lampAhead;
uniform float lamp;

/** Colours of the hour: of water seen downwards, level and upwards, of the glow around the sun, of
 * shafts of light, and of the sun itself against noon. */
uniform vec3 waterDeep, waterLevel, waterBright, waterGlow, shaftColour, sunColour;
/** How much of the light comes straight from the sun: 1 at noon. */
uniform float direct;
/** Light that shafts add up to before 2, 5 and 14 m, small; and where this picture is of the canvas:
 * corner [pixels] and one over its size. */
uniform sampler2D shaftLight;
uniform vec4 shaftArea;

/** Of sea water [1/m]: red is gone first. What is scattered goes away in all colours. */
const vec3 ABSORPTION = vec3(0.30, 0.085, 0.062);
const float SCATTERING = 0.075;

/** What one sees looking into water without end, without the shafts. */
vec3 openWater(vec3 direction) {
  float up = direction.y;
  vec3 colour = mix(waterLevel, waterDeep, smoothstep(0.08, -0.75, up));
  colour = mix(colour, waterBright, smoothstep(-0.12, 1.0, up) * (0.35 + 0.65 * max(up, 0.0)));
  float towardsSun = max(dot(direction, sunwards), 0.0);
  float glow = towardsSun * towardsSun;
  glow *= glow;
  return colour + waterGlow * (0.4 * glow + 0.9 * glow * glow * glow);
}

/** What shafts of light add between the eye and a distance [m]. */
vec3 shaftsBefore(float distance) {
  vec3 sums = texture(shaftLight, (gl_FragCoord.xy - shaftArea.xy) * shaftArea.zw).rgb;
  float sum = distance < 5.0
    ? mix(sums.r * min(distance * 0.5, 1.0), sums.g, clamp((distance - 2.0) / 3.0, 0.0, 1.0))
    : mix(sums.g, sums.b, min((distance - 5.0) / 9.0, 1.0));
  return shaftColour * sum;
}

vec3 waterColour(vec3 direction) {
  return openWater(direction) + shaftsBefore(14.0);
}

/** What is left of the sun's light at a height: the lower the sun, the longer its way (Beer and
 * Lambert), and the warmer it was above. */
vec3 daylight(float height) {
  float way = max(waterline - height, 0.0) / sunwards.y;
  return sunColour * exp(-ABSORPTION * 0.31 * murk * way);
}

/** Brightness of the refracted light's net at a place, about 1 on average: sharp where waves focus
 * it, softer farther down, in murky water and when little of the light comes straight from the sun. */
float caustic(vec3 place) {
  vec2 uv = (place.xz - sunwards.xz / sunwards.y * place.y) * 0.44;
  float depth = murk * max(waterline - place.y, 0.0);
  float light = texture(caustics, uv, 0.16 * depth).r;
  float contrast = direct * exp(-0.05 * depth);
  return mix(1.0, light * 4.0, contrast);
}

/** What headlights add to the light on a place, as a share of noon. */
vec3 headlight(vec3 place) {
  if (lamp <= 0.0) return vec3(0.0);
  vec3 arm = place - lampPlace;
  float far = length(arm);
  float cone = smoothstep(0.72, 0.98, dot(arm, lampAhead) / max(far, 1e-3));
  return vec3(1.0, 0.9, 0.7) * (lamp * cone * exp(-0.22 * murk * far) / (1.0 + 0.12 * far * far));
}

/** What is left of a colour through the water between, and what the water and the shafts add. */
vec3 throughWater(vec3 colour, vec3 place, vec3 water) {
  colour *= 1.0 + headlight(place) / max(sunshine, vec3(0.06));
  float far = length(place - eye);
  float distance = murk * far;
  return colour * exp(-(ABSORPTION * 0.42 + SCATTERING) * distance)
    + water * (1.0 - exp(-SCATTERING * 1.35 * distance)) + shaftsBefore(far);
}

/** Tone curve, gamma, and a dither that keeps dark gradients from banding. */
vec3 finished(vec3 colour) {
  colour *= 1.25 * sunshine;
  colour = clamp(colour * (2.51 * colour + 0.03) / (colour * (2.43 * colour + 0.59) + 0.14), 0.0, 1.0);
  float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
  // A gamma of 2.2, nearer than a step of 8 bits: roots cost a processor much less than powers.
  vec3 root = sqrt(colour);
  colour = 0.955 * root + 0.0955 * sqrt(root) - 0.0512 * colour;
  return colour + (grain - 0.5) / 255.0;
}
