#include "performance/placed.glsl"
void main() {
  gl_Position = projectionMatrix * viewMatrix * vec4(place + turned(position), 1.0);
}
