#include "figures/view.glsl"
in vec3 position;
out vec3 at;
void main() {
  at = position;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
