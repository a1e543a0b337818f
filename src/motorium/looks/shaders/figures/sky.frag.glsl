#include "figures/light.glsl"
uniform mat4 screenToWorld;
in vec2 onScreen;
out vec4 pixel;

/** Height of a ridge above the horizon, by direction. */
float ridge(float around, float size, float seed) {
  return size * (0.55 + 0.30 * sin(3.0 * around + seed) + 0.16 * sin(7.0 * around + 2.1 * seed)
    + 0.09 * sin(17.0 * around + seed) + 0.03 * sin(41.0 * around));
}

float clouds(vec3 direction) {
  vec2 place = direction.xy / (direction.z + 0.22);
  place += 0.35 * vec2(noise(place * 1.3), noise(place * 1.3 + 17.0));
  vec2 drawn = vec2(0.8 * place.x + 0.5 * place.y, 1.9 * place.y - 1.1 * place.x);
  float thick = 0.44 * noise(drawn * 0.8) + 0.27 * noise(drawn * 1.9 + 7.0)
    + 0.17 * noise(drawn * 4.1) + 0.12 * noise(drawn * 9.0);
  return smoothstep(0.46, 0.86, thick) * smoothstep(0.03, 0.3, direction.z);
}

void main() {
  vec4 far = screenToWorld * vec4(onScreen, 1.0, 1.0);
  vec3 direction = normalize(far.xyz / far.w - eye);
  vec3 colour = skyColour(direction);
  float towards = max(dot(direction, sunwards), 0.0);
#ifdef FINE
  if (direction.z > 0.0) {
    float cloud = clouds(direction);
    vec3 bright = mix(vec3(0.86, 0.83, 0.86), vec3(1.55, 1.18, 0.80), towards * towards);
    colour = mix(colour, bright, 0.8 * cloud);
  }
#endif
  colour += vec3(9.0, 6.2, 3.2) * smoothstep(0.99965, 0.99990, towards);
  float around = atan(direction.y, direction.x);
  vec3 rim = skyColour(normalize(vec3(direction.xy, 0.03)));
  float edge = 0.0015;
  float back = smoothstep(edge, -edge, direction.z - ridge(around, 0.07, 1.7));
  colour = mix(colour, mix(vec3(0.26, 0.33, 0.42), rim, 0.8), back);
  float front = smoothstep(edge, -edge, direction.z - ridge(around, 0.036, 4.4));
  colour = mix(colour, mix(vec3(0.16, 0.22, 0.20), rim, 0.68), front);
  pixel = vec4(finished(colour), 1.0);
}
