#include "figures/view.glsl"
in vec3 position, normal, colour;
out vec3 place, facing, paint;
void main() {
  place = position;
  facing = normal;
  paint = colour;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
