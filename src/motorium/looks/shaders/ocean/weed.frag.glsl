#include "ocean/light.glsl"
in vec3 worldPlace, worldNormal, colour;
in vec2 onBlade;
out vec4 pixel;
void main() {
  vec3 offset = worldPlace - eye;
  vec3 direction = normalize(offset);
  vec3 n = normalize(worldNormal);
  n = dot(n, direction) > 0.0 ? -n : n;
  // A midrib, veins, and a paler edge.
  float rib = smoothstep(0.82, 1.0, onBlade.y);
  float vein = 0.9 + 0.1 * sin(onBlade.x * 240.0 + onBlade.y * 9.0);
  vec3 leaf = colour * vein * (1.15 - 0.35 * rib) * (1.0 + 0.25 * smoothstep(0.3, 0.0, onBlade.y));
  float sun = dot(n, sunwards);
  vec3 day = daylight(worldPlace.y) * vec3(1.35, 1.3, 1.15) * (0.55 + 0.4 * caustic(worldPlace));
  // Light goes through: a leaf against the sun glows in its own colour.
  float through = max(-sun, 0.0) + 0.5 * pow(max(dot(direction, sunwards), 0.0), 4.0);
  vec3 lit = leaf * day * (0.9 * max(sun, 0.0) + 0.16);
  lit += leaf * leaf * 3.2 * day * through * vec3(1.0, 1.05, 0.7);
  lit += leaf * mix(vec3(0.06, 0.12, 0.14), vec3(0.20, 0.34, 0.34), n.y * 0.5 + 0.5);
  lit += 0.05 * day * pow(max(dot(n, normalize(sunwards - direction)), 0.0), 24.0);
  // Down among the others it is dark.
  lit *= 0.5 + 0.5 * smoothstep(0.0, 0.35, onBlade.x);
  pixel = vec4(finished(throughWater(lit, worldPlace, openWater(direction))), 1.0);
}
