/** What is known of a pixel of somebody, before it is said what a tint does to it. */
#include "figures/light.glsl"
#include "figures/materials.glsl"
in vec3 at, facing, own, paint;
flat in float share;
flat in int material, onArm;
flat in float weave;
flat in float dyed;
flat in vec3 beside;
out vec4 pixel;
