precision highp float;
uniform vec3 colour;
/** Of the ring [m]. */
uniform float radius;
in vec2 at;
in float perPixel;
out vec4 pixel;
void main() {
  float reach = length(at);
  // Never thinner than the eye makes out.
  float wide = max(0.012, 1.1 * perPixel / radius);
  float line = 1.0 - smoothstep(wide, 2.2 * wide, abs(reach - 0.72));
  float fill = 0.1 * smoothstep(0.72, 0.2, reach);
  pixel = vec4(colour, 0.9 * line + fill * (1.0 - line));
}
