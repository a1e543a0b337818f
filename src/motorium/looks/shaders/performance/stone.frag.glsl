#include "performance/prop_head.glsl"
/** Grey, speckled, and paler where it is worn. */
float grain(vec3 p) {
  return (noise(p.xy + 3.1 * p.z) + noise(p.yz + 2.3 * p.x + 11.0) + noise(p.zx + 1.7 * p.y + 23.0)) / 3.0;
}
vec3 surface(out float gloss) {
  gloss = 0.04;
  // Under this sun grey stone would look like sand.
  vec3 grey = mix(colour, vec3(dot(colour, vec3(0.33))), 0.6) * vec3(0.86, 0.98, 1.22);
  float patches = grain(own * 7.0);
#ifdef FINE
  float speckle = grain(own * 120.0);
  float pits = smoothstep(0.36, 0.28, grain(own * 34.0));
  float lichen = smoothstep(0.60, 0.68, grain(own * 15.0 + 9.0));
  grey *= (0.78 + 0.5 * patches) * (0.62 + 0.76 * speckle) * (1.0 - 0.5 * pits);
  return mix(grey, vec3(0.30, 0.31, 0.20), 0.35 * lichen);
#else
  return grey * (0.7 + 0.6 * patches);
#endif
}
#include "performance/prop.glsl"
