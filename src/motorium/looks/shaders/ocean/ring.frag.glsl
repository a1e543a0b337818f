precision highp float;
uniform vec3 colour;
in vec2 at;
in float pixels;
out vec4 pixel;
void main() {
  float off = abs(length(at) - 1.0) * pixels;
  // Four arcs: what is marked is not shut in.
  vec2 corner = abs(normalize(at));
  float open = smoothstep(0.30, 0.36, min(corner.x, corner.y));
  pixel = vec4(colour, 0.95 * open * (1.0 - smoothstep(0.8, 1.9, off)));
}
