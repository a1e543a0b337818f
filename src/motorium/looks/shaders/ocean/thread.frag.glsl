#include "ocean/light.glsl"
in vec3 worldPlace;
out vec4 pixel;
void main() {
  vec3 sight = normalize(worldPlace - eye);
  vec3 lit = vec3(0.75, 0.85, 0.8) * (0.35 + 0.65 * daylight(worldPlace.y));
  pixel = vec4(finished(throughWater(lit, worldPlace, openWater(sight))), 0.8);
}
