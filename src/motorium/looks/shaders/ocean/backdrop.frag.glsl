#include "ocean/light.glsl"
uniform mat4 screenToWorld;
in vec2 onScreen;
out vec4 pixel;

/** Snell's window: within 48.6 degrees of straight up one sees the sky, beyond it the deep. */
vec3 surface(vec3 direction, vec3 water) {
  float distance = (waterline - eye.y) / direction.y;
  vec2 place = eye.xz + direction.xz * distance;
  vec2 slope = texture(noise, place * 0.035 + time * vec2(0.012, 0.007)).gb
    + texture(noise, place * 0.11 - time * vec2(0.013, 0.021)).gb - 1.0;
  float calm = exp(-0.05 * distance);
  vec3 n = normalize(vec3(slope.x * 0.55 * calm, 1.0, slope.y * 0.55 * calm));
  float incidence = dot(direction, n);
  float window = smoothstep(0.615, 0.72, incidence);
  float glare = max(dot(direction, sunwards) + 0.35 * dot(slope, sunwards.xz), 0.0);
  glare *= glare * glare;
  glare *= glare * glare;
  // Crests gather the light, troughs spread it.
  float shimmer = texture(noise, place * 0.31 + slope * 0.4 - time * vec2(0.02, 0.013)).r;
  vec3 sky = vec3(0.24, 0.47, 0.54) * (0.55 + 0.9 * shimmer);
  sky += vec3(1.0, 0.96, 0.8) * glare * (0.35 + 0.8 * shimmer * shimmer);
  vec3 deep = openWater(reflect(direction, -n)) * 1.15;
  float crest = max(slope.x + slope.y, 0.0);
  vec3 colour = mix(deep + vec3(0.04, 0.14, 0.15) * crest * crest * 3.0, sky, window);
  return mix(water, colour, exp(-0.16 * distance) * smoothstep(26.0, 18.0, distance));
}

void main() {
  vec4 far = screenToWorld * vec4(onScreen, 1.0, 1.0);
  vec3 direction = normalize(far.xyz / far.w - eye);
  vec3 colour = waterColour(direction);
  // Farther out than this the water hides the surface.
  if (direction.y * 26.0 > waterline - eye.y) colour = surface(direction, colour);
  pixel = vec4(finished(colour), 1.0);
}
