/** What is known of a pixel of somebody, before it is said what a tint does to it. */
#include "figures/light.glsl"
in vec3 at, facing, own, paint;
flat in float share;
flat in float weave;
flat in float dyed;
out vec4 pixel;
