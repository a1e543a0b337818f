#include "performance/prop_head.glsl"
vec3 surface(out float gloss) {
  gloss = 0.7;
  return vec3(0.20, 0.21, 0.22);
}
#include "performance/prop.glsl"
