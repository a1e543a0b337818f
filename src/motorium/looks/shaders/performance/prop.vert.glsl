#include "performance/placed.glsl"
out vec3 at, facing, own;
flat out float which;
void main() {
  own = position;
  at = place + turned(position);
  facing = turned(normal);
  which = float(gl_InstanceID);
  gl_Position = projectionMatrix * viewMatrix * vec4(at, 1.0);
}
