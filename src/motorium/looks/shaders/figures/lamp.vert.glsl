#include "figures/view.glsl"
in vec3 position;
in vec4 lamp;
in vec2 state;
out vec2 at;
out vec3 place;
flat out vec2 now;
/** Of a lamp, and of its glow [m]. */
uniform float radius, glow;
void main() {
  at = position.xy * glow / radius;
  now = state;
  vec3 ahead = vec3(cos(lamp.w), sin(lamp.w), 0.0);
  vec3 left = vec3(-ahead.y, ahead.x, 0.0);
  place = lamp.xyz + glow * (position.x * left + position.y * vec3(0.0, 0.0, 1.0));
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
}
