#include "figures/light.glsl"
in vec3 at;
out vec4 pixel;
const vec3 SLABS = vec3(0.47, 0.475, 0.48);

/** A matt finish shows nothing of what is on the floor. */
vec3 polished(vec3 colour, float mirror) {
  return colour;
}
#include "performance/floor.glsl"
