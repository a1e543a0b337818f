out vec2 at;
out float perPixel;
uniform float pixels;
void main() {
  at = position.xy;
  vec4 seen = modelViewMatrix * vec4(position, 1.0);
  perPixel = -seen.z / pixels;
  gl_Position = projectionMatrix * seen;
  gl_Position.z -= 4e-5 * gl_Position.w;
}
