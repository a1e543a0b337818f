#include "performance/prop_head.glsl"
/** Two tones in eight panels, so that one sees it roll. */
vec3 surface(out float gloss) {
  vec3 d = own / size.x;
  float seam = min(min(abs(d.x), abs(d.y)), abs(d.z));
  float wide = max(fwidth(seam), 0.004);
  gloss = 0.3;
  vec3 pale = mix(colour, vec3(0.80, 0.76, 0.68), 0.72);
  vec3 panel = d.x * d.y * d.z > 0.0 ? colour : pale;
  return mix(0.35 * colour, panel, smoothstep(0.016, 0.016 + 1.5 * wide, seam));
}
#include "performance/prop.glsl"
