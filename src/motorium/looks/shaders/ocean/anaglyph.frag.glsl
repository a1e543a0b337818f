/**
 * Of the left eye's picture how bright it is, in red: one sees depth by light and dark, and a sea
 * whose red is swallowed would have nothing to show in its own.
 */
precision highp float;
uniform sampler2D left;
in vec2 onScreen;
out vec4 pixel;
void main() {
  vec3 shown = texture(left, 0.5 + 0.5 * onScreen).rgb;
  float light = dot(pow(shown, vec3(2.2)), vec3(0.2126, 0.7152, 0.0722));
  pixel = vec4(pow(light, 1.0 / 2.2), 0.0, 0.0, 1.0);
}
