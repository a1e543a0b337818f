#include "ocean/particle_head.glsl"
void main() {
  vec2 place = (gl_PointCoord * 2.0 - 1.0) * vec2(1.0, -1.0);
  float away = dot(place, place);
  if (away > 1.0) discard;
  float rim = smoothstep(0.35, 0.95, away) * smoothstep(1.0, 0.88, away);
  float sky = smoothstep(0.16, 0.0, length(place - vec2(-0.3, 0.42)));
  float below = smoothstep(0.5, 0.0, length(place - vec2(0.25, -0.55)));
  float bright = 0.10 + 0.75 * rim * (0.65 + 0.35 * place.y) + 0.95 * sky + 0.22 * below;
  pixel = vec4(vec3(0.78, 0.95, 1.0) * sunshine, bright * clearness() * faint);
}
