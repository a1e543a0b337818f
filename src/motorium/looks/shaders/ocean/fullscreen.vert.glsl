/** One triangle that covers the screen, at the far plane. */
precision highp float;
in vec3 position;
out vec2 onScreen;
void main() {
  onScreen = position.xy;
  gl_Position = vec4(position.xy, 1.0, 1.0);
}
