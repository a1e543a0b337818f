#include "figures/light.glsl"
in vec3 at;
out vec4 pixel;
/** Dark slabs show more of what is on them. */
const vec3 SLABS = vec3(0.20, 0.205, 0.22);

/** A mirror image is drawn the other way round, so that what faces the eye still does. */
uniform sampler2D mirrored;
uniform vec2 picture;
vec3 polished(vec3 colour, float mirror) {
#ifdef FINE
  vec2 place = gl_FragCoord.xy / picture;
  vec4 seen = textureLod(mirrored, vec2(1.0 - place.x, place.y), 1.6);
  // What is transparent there has been mixed with black.
  return mix(colour, seen.rgb / max(seen.a, 1e-3), min(0.62, 0.16 + 1.4 * mirror) * seen.a);
#else
  return colour;
#endif
}
#include "performance/floor.glsl"
