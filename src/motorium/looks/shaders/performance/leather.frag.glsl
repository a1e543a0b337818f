#include "performance/prop_head.glsl"
/** A heavy bag: panels that are sewn together, and dark bands above and below. */
vec3 surface(out float gloss) {
  gloss = 0.4;
  float around = atan(own.y, own.x) * 0.63662;
  float beside = abs(fract(around) - 0.5) * 1.5708 * size.x;
  float band = smoothstep(-0.003, 0.003, abs(own.z) - 0.78 * size.y);
  vec3 hide = mix(colour, vec3(0.035, 0.033, 0.035), band);
  float rim = abs(abs(own.z) - 0.78 * size.y);
  float seam = min(rim, max(beside, 0.02 * band));
  hide *= 1.0 - 0.45 * smoothstep(0.007, 0.002, seam);
  float stitched = step(0.5, fract(rim < beside ? around * 22.0 : own.z * 60.0));
  float thread = smoothstep(0.003, 0.0015, abs(min(rim, beside) - 0.013));
  hide = mix(hide, vec3(0.62, 0.56, 0.46), 0.75 * thread * stitched);
#ifdef FINE
  hide *= 0.86 + 0.28 * noise(vec2(around * 26.0, own.z * 110.0));
#endif
  float belt = smoothstep(0.058, 0.055, abs(own.z - 0.14));
  return mix(hide, vec3(0.66, 0.62, 0.54), belt * (1.0 - band));
}
#include "performance/prop.glsl"
