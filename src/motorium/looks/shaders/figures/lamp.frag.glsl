#include "figures/light.glsl"
in vec2 at;
in vec3 place;
/** Red (0) or green (1), and whether it is on. */
flat in vec2 now;
out vec4 pixel;

/** Somebody who stands, or who walks. */
float person(vec2 at, float walking) {
  float head = length(at - vec2(0.0, 0.52)) - 0.15;
  vec2 body = abs(at - vec2(0.0, 0.08)) - vec2(0.13, 0.25);
  float limbs = abs(abs(at.x) - mix(0.09, 0.09 + 0.45 * max(-at.y - 0.1, 0.0), walking)) - 0.07;
  limbs = max(limbs, max(at.y + 0.1, -0.72 - at.y));
  return min(min(head, max(body.x, body.y)), limbs);
}

void main() {
  float reach = length(at);
  vec3 tint = mix(vec3(1.0, 0.10, 0.05), vec3(0.10, 0.95, 0.42), now.x);
  float blur = fwidth(reach);
  float glass = smoothstep(1.0 + blur, 1.0 - blur, reach);
  float shape = smoothstep(blur, -blur, person(at, now.x));
  vec3 colour = tint * mix(0.05, mix(0.35, 4.0, shape), now.y);
  float halo = now.y * 0.5 * exp(-1.9 * max(reach - 0.7, 0.0)) * smoothstep(3.2, 2.0, reach);
  vec3 shown = finished(throughAir(colour, place));
  pixel = vec4(mix(tint, shown, glass), max(glass, halo));
}
