#include "ocean/particle_head.glsl"
void main() {
  vec2 place = (gl_PointCoord * 2.0 - 1.0) * vec2(1.0, -1.0);
  float angle = atan(place.y, place.x);
  // Crumbs are not round.
  float edge = 0.78 + 0.16 * sin(angle * 3.0 + own * 20.0) + 0.06 * sin(angle * 7.0 - own * 31.0);
  float away = length(place) / edge;
  if (away > 1.0) discard;
  vec3 n = vec3(place / edge, sqrt(1.0 - away * away));
  float lit = 0.45 + 0.75 * max(0.0, dot(n, normalize(vec3(-0.2, 0.9, 0.35))));
  vec3 crumb = mix(vec3(0.62, 0.26, 0.08), vec3(0.85, 0.52, 0.20), own);
  vec3 colour = throughWater(crumb * lit, worldPlace, openWater(normalize(worldPlace - eye)));
  pixel = vec4(finished(colour), faint);
}
