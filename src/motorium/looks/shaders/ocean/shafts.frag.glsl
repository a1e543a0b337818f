/**
 * Shafts of light, small: along each line of sight the light that waves have let through above is
 * added up and scattered towards the eye. Red, green, blue: all of it nearer than 2, 5 and 14 m.
 */
#include "ocean/light.glsl"
uniform mat4 screenToWorld;
in vec2 onScreen;
out vec4 pixel;

#ifdef FRUGAL
const int STEPS = 8;
#else
const int STEPS = 16;
#endif

/** Light at a place of the surface: gathered by crests, spread by troughs. */
float opening(vec2 place) {
  float slow = texture(noise, place * 0.08 + time * vec2(0.006, -0.004)).r;
  float quick = texture(noise, place * 0.21 - time * vec2(0.011, 0.014)).r;
  return 0.16 + 1.25 * smoothstep(0.36, 0.94, 0.5 * slow + 0.5 * quick);
}

void main() {
  vec4 far = screenToWorld * vec4(onScreen, 1.0, 1.0);
  vec3 direction = normalize(far.xyz / far.w - eye);
  // Small particles scatter forward (Henyey and Greenstein).
  float towardsSun = dot(direction, sunwards);
  float phase = 0.10 + 0.26 / pow(1.45 - 1.2 * towardsSun, 1.5);
  vec3 sums = vec3(0.0);
  float before = 0.0;
  for (int k = 0; k < STEPS; k++) {
    // Steps grow with the distance: 14 m at the last.
    float share = (float(k) + 1.0) / float(STEPS);
    float after = 14.0 * share * share;
    float at = 0.5 * (before + after);
    vec3 place = eye + direction * at;
    float depth = waterline - place.y;
    if (depth > 0.0) {
      float left = exp(-murk * (0.16 * depth + 0.11 * at)) * smoothstep(0.0, 0.5, depth);
      float light = opening(place.xz + sunwards.xz / sunwards.y * depth) * left * (after - before);
      sums += light * vec3(after <= 2.1, after <= 5.2, 1.0);
    }
    before = after;
  }
  pixel = vec4(1.0 - exp(-sums * phase * 0.34 * murk), 1.0);
}
