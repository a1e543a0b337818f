precision highp float;
in vec3 place, facing;
in vec2 at;
flat in vec2 tint;
out vec4 pixel;
uniform sampler2D leaves;
void main() {
  if (texture(leaves, 0.5 + 0.5 * at).a < 0.5) discard;
  pixel = vec4(1.0);
}
