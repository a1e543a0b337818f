#include "figures/light.glsl"
in vec3 place, facing;
in vec2 at;
flat in vec2 tint;
out vec4 pixel;
uniform sampler2D leaves;
void main() {
  vec2 leaf = texture(leaves, 0.5 + 0.5 * at).ra;
  if (leaf.y < 0.42) discard;
  vec3 n = normalize(facing);
  vec3 green = mix(vec3(0.105, 0.165, 0.035), vec3(0.245, 0.255, 0.055), tint.x);
  green = mix(green, vec3(0.30, 0.205, 0.05), 0.45 * tint.y);
  green *= 0.55 + 0.75 * leaf.x;
  float sun = sunshine(place, n);
  float facingSun = dot(n, sunwards);
  // Leaves shine when the sun is behind them.
  vec3 towards = normalize(place - eye);
  float through = pow(max(dot(towards, sunwards), 0.0), 3.0);
  vec3 sky = mix(BELOW * 0.7, ABOVE, 0.5 + 0.5 * n.z);
  vec3 colour = green * (SUN * sun * (max(facingSun * 0.75 + 0.25, 0.0) + 0.55 * through) + sky);
  pixel = vec4(finished(throughAir(colour, place)), 1.0);
}
