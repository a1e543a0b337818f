#include "figures/light.glsl"
uniform vec3 colour;
/** As the scene says it [m]. */
uniform vec3 size;
in vec3 at, facing, own;
flat in float which;
out vec4 pixel;
