#include "figures/view.glsl"
in vec3 position, normal;
in vec4 leaf;
out vec3 place, facing;
out vec2 at;
flat out vec2 tint;
void main() {
  place = position;
  facing = normal;
  at = leaf.xy;
  tint = leaf.zw;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
