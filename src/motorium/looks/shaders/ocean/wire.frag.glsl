#include "ocean/light.glsl"
in vec3 worldPlace;
in float tinted;
flat in vec4 levelled;
out vec4 pixel;
void main() {
  vec3 colour = tinted > 1.5 ? vec3(0.75, 0.95, 0.95) : mix(vec3(0.05, 0.42, 0.52), vec3(1.5, 0.16, 0.05), tinted);
  if (tinted < 0.5) colour = mix(colour, levelled.rgb, levelled.a > 0.0 ? 0.85 : 0.0);
  vec3 direction = normalize(worldPlace - eye);
  pixel = vec4(finished(throughWater(colour, worldPlace, openWater(direction))), 1.0);
}
