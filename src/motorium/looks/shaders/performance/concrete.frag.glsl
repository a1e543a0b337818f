#include "performance/prop_head.glsl"
vec3 surface(out float gloss) {
  gloss = 0.03;
#ifdef FINE
  vec2 flat_ = own.xy + own.zz * vec2(0.7, 1.3);
  float clouds = 0.6 * noise(flat_ * 3.0) + 0.4 * noise(flat_ * 11.0);
  float grains = noise(flat_ * 130.0);
  return colour * (0.82 + 0.24 * clouds + 0.14 * grains);
#else
  return colour;
#endif
}
#include "performance/prop.glsl"
