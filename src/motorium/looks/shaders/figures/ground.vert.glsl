#include "figures/view.glsl"
in vec3 position, normal;
in vec4 about;
out vec3 place, facing;
flat out float kind;
out vec2 across;
void main() {
  place = position;
  facing = normal;
  kind = about.x;
  across = about.zw;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
  // What is painted on the ground lies on it.
  gl_Position.z -= about.y * 4e-6 * gl_Position.w;
}
