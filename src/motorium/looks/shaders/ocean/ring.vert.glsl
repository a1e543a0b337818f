uniform float radius;
uniform float least;
uniform float perPixel;
out vec2 at;
out float pixels;
void main() {
  vec4 centre = modelViewMatrix * vec4(0.0, 0.0, 0.0, 1.0);
  float pixel = max(1e-6, -centre.z * perPixel);
  pixels = max(radius / pixel, least);
  float reach = (pixels + 3.0) / pixels;
  at = position.xy * reach;
  centre.xy += at * pixels * pixel;
  gl_Position = projectionMatrix * centre;
}
