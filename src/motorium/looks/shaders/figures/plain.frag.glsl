#include "figures/light.glsl"
in vec3 place, facing, paint;
out vec4 pixel;
void main() {
  vec3 n = normalize(facing);
  float open = 0.55 + 0.45 * smoothstep(0.0, 0.6, place.z);
  pixel = vec4(finished(throughAir(lit(paint, place, n, open), place)), 1.0);
}
