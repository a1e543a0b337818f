#include "figures/person_head.glsl"
/** All of somebody has the colour of his level, as much as is said. */
uniform vec4 levelTint;
vec3 tinted(vec3 colour) {
  return mix(colour, levelTint.rgb, levelTint.a);
}
vec3 glow(float rim) {
  return vec3(0.0);
}
#include "figures/person.glsl"
