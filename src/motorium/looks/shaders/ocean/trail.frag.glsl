precision highp float;
uniform vec3 colour;
uniform float strength;
in float age;
out vec4 pixel;
void main() {
  pixel = vec4(colour, strength * exp(-0.004 * age));
}
