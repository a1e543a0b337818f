/** Where a prop is; its own axes are the studio's until it is turned. */
#include "figures/view.glsl"
in vec3 position, normal;
/** Of an instance: where it is [m], and how it is turned (x, y, z, w). */
in vec3 place;
in vec4 turn;
vec3 turned(vec3 v) {
  return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v);
}
