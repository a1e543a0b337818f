precision highp float;
uniform float strength;
uniform vec3 eye;
in vec2 at;
in vec3 worldPlace;
in float facing;
out vec4 pixel;
void main() {
  float away = length(at);
  if (away > 1.0) discard;
  float core = exp(-18.0 * away * away);
  float halo = pow(1.0 - away, 3.0) * 0.4;
  float seen = (core + halo) * smoothstep(-0.25, 0.9, facing) * exp(-0.1 * length(worldPlace - eye));
  pixel = vec4(vec3(1.0, 0.92, 0.74) * seen * strength, 1.0);
}
