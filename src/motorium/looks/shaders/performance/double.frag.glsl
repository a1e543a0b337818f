#include "figures/person_head.glsl"
/** Cloth takes the colour of balance, skin a breath of it; what is dark stays darker. */
uniform vec4 balanceTint;
vec3 tinted(vec3 colour) {
  float light = dot(colour, vec3(0.21, 0.72, 0.07));
  vec3 dye = balanceTint.rgb * (0.4 + 0.9 * sqrt(light));
  return mix(colour, dye, balanceTint.a * dyed);
}
vec3 glow(float rim) {
  return (0.08 + 0.52 * dyed) * balanceTint.a * rim * balanceTint.rgb;
}
#include "figures/person.glsl"
