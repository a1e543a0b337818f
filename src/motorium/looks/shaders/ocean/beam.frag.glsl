precision highp float;
uniform float strength;
uniform vec3 eye;
in vec3 worldPlace, worldNormal;
in float along;
out vec4 pixel;
void main() {
  vec3 sight = worldPlace - eye;
  float thick = abs(dot(normalize(worldNormal), normalize(sight)));
  float light = thick * thick * (1.0 - along) * (1.0 - along) * exp(-0.12 * length(sight));
  pixel = vec4(vec3(0.75, 0.95, 0.82) * 0.2 * light * strength, 1.0);
}
