#include "performance/prop_head.glsl"
/** Grain runs along the longest edge. */
vec3 surface(out float gloss) {
  vec3 along = size.z >= max(size.x, size.y) ? own.zxy : size.y >= size.x ? own.yxz : own.xyz;
  along += 3.7 * which;
  gloss = 0.08;
#ifdef FINE
  vec2 bent = vec2(along.y + 0.6 * along.z, along.z) + 0.012 * noise(vec2(along.x * 2.5, along.y * 6.0));
  float rings = noise(vec2(along.x * 0.9, bent.x * 46.0 + 5.0 * noise(along.xy * 2.0)));
  float fibres = noise(vec2(along.x * 7.0, 240.0 * bent.x + 90.0 * bent.y));
  return colour * (0.68 + 0.36 * rings + 0.26 * fibres);
#else
  return colour * (0.9 + 0.2 * hash(floor(vec2(70.0 * (along.y + along.z), 2.0 * along.x))));
#endif
}
#include "performance/prop.glsl"
