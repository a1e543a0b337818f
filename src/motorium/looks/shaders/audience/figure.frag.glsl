#include "figures/person_head.glsl"
/** Lights behind him draw his outline. */
vec3 tinted(vec3 colour) {
  return colour;
}
vec3 glow(float rim) {
  vec3 n = normalize(facing);
  if (dot(n, at - eye) > 0.25 * length(at - eye)) n = -n;
  return backlight(n) * (0.4 * paint + (0.07 + 0.3 * paint) * 2.4 * rim);
}
#include "figures/person.glsl"
