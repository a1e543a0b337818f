/** Afterglow, thin clouds, stars, and hills as silhouettes. */
#include "figures/light.glsl"
uniform mat4 screenToWorld;
in vec2 onScreen;
out vec4 pixel;

float ridge(float around, float size, float seed) {
  return size * (0.55 + 0.30 * sin(3.0 * around + seed) + 0.16 * sin(7.0 * around + 2.1 * seed)
    + 0.09 * sin(17.0 * around + seed) + 0.03 * sin(41.0 * around));
}

float stars(vec3 direction) {
  vec2 place = 90.0 * vec2(atan(direction.y, direction.x), 1.4 * direction.z);
  vec2 cell = floor(place);
  vec2 at = vec2(hash(cell + 3.0), hash(cell + 17.0)) * 0.8 + 0.1;
  float bright = hash(cell + 41.0);
  float near = length(place - cell - at);
  return step(0.93, bright) * smoothstep(0.10, 0.02, near) * (bright - 0.9) * 9.0;
}

void main() {
  vec4 far = screenToWorld * vec4(onScreen, 1.0, 1.0);
  vec3 direction = normalize(far.xyz / far.w - eye);
  vec3 colour = skyColour(direction);
#ifdef FINE
  if (direction.z > 0.0) {
    float towards = 0.5 + 0.5 * dot(normalize(direction.xy), DUSK.xy);
    vec2 place = direction.xy / (direction.z + 0.16);
    vec2 drawn = vec2(0.5 * place.x + 0.3 * place.y, 2.4 * place.y - 1.5 * place.x);
    float thick = 0.6 * noise(drawn) + 0.4 * noise(drawn * 2.7 + 5.0);
    float cloud = smoothstep(0.5, 0.85, thick) * smoothstep(0.02, 0.2, direction.z);
    vec3 bright = mix(vec3(0.045, 0.05, 0.10), vec3(0.62, 0.24, 0.20), towards * towards);
    colour = mix(colour, bright, 0.55 * cloud * exp(-3.0 * direction.z));
    colour += stars(direction) * smoothstep(0.12, 0.5, direction.z) * (1.0 - cloud);
  }
#endif
  float around = atan(direction.y, direction.x);
  float edge = 0.0015;
  vec3 rim = skyColour(normalize(vec3(direction.xy, 0.03)));
  float back = smoothstep(edge, -edge, direction.z - ridge(around, 0.07, 1.7));
  colour = mix(colour, 0.42 * rim + vec3(0.008, 0.010, 0.022), back);
  float front = smoothstep(edge, -edge, direction.z - ridge(around, 0.036, 4.4));
  colour = mix(colour, 0.24 * rim + vec3(0.006, 0.008, 0.014), front);
  pixel = vec4(finished(colour), 1.0);
}
