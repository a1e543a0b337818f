#include "ocean/light.glsl"
in vec3 worldPlace, worldNormal, ownPlace, colour;
in vec2 look;
out vec4 pixel;
void main() {
  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  float edge = pow(1.0 - max(dot(n, towardsEye), 0.0), 2.5);
  vec3 halfway = normalize(sunwards + towardsEye);
  float shine = pow(max(dot(n, halfway), 0.0), 140.0);
  vec3 sky = openWater(reflect(-towardsEye, n)) * 1.6;
  vec3 glint = daylight(worldPlace.y) * shine * 2.4;
  vec3 seen = throughWater(sky + glint, worldPlace, openWater(-towardsEye));
  pixel = vec4(finished(seen), clamp(0.1 + 0.75 * edge + shine, 0.0, 0.95));
}
