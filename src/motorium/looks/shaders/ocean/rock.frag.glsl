#include "ocean/light.glsl"
in vec3 worldPlace, worldNormal, onRock;
in float shade;
out vec4 pixel;
void main() {
  vec3 n = normalize(worldNormal);
  vec2 grain = texture(noise, onRock.xz * 0.6 + onRock.y * 0.37).ra;
  n = normalize(n + (grain.x - 0.5) * vec3(0.9, 0.3, -0.7) + (grain.y - 0.5) * vec3(-0.4, 0.2, 0.5));
  vec3 stone = mix(vec3(0.115, 0.110, 0.100), vec3(0.32, 0.285, 0.225), grain.x);
  // Weed likes the light.
  stone = mix(stone, vec3(0.07, 0.125, 0.045), smoothstep(0.35, 0.85, n.y + grain.x - 0.5) * 0.7);
  float net = caustic(worldPlace);
  vec3 light = daylight(worldPlace.y) * vec3(1.35, 1.3, 1.15) * max(dot(n, sunwards) * 0.85 + 0.15, 0.0) * (0.5 + 0.45 * net);
  light += mix(vec3(0.03, 0.07, 0.09), vec3(0.11, 0.20, 0.22), n.y * 0.5 + 0.5);
  vec3 direction = normalize(worldPlace - eye);
  vec3 colour = stone * light * (0.3 + 0.7 * shade);
  pixel = vec4(finished(throughWater(colour, worldPlace, openWater(direction))), 1.0);
}
