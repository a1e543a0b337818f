/** What light of a day and of an evening have in common: z is up; colours are linear. Without FINE,
 * what is only ornament is left out. */
precision highp float;
precision highp int;
precision highp sampler2DShadow;
uniform vec3 eye, sunwards;
/** What stands casts shadows once for the whole town; who moves does around the camera's focus. */
uniform sampler2DShadow standing, moving;
uniform mat4 toStanding, toMoving;
/** Of a texel of the shadows, as a share of their widths. */
uniform vec2 texels;

float hash(vec2 place) {
  vec3 p = fract(vec3(place.xyx) * 0.1031);
  p += dot(p, p.yzx + 33.33);
  return fract((p.x + p.y) * p.z);
}

/** Between 0 and 1, smooth, without a pattern. */
float noise(vec2 place) {
  vec2 cell = floor(place);
  vec2 at = place - cell;
  at = at * at * (3.0 - 2.0 * at);
  return mix(
    mix(hash(cell), hash(cell + vec2(1.0, 0.0)), at.x),
    mix(hash(cell + vec2(0.0, 1.0)), hash(cell + vec2(1.0, 1.0)), at.x), at.y);
}

/** How much of a detail of this size [m] is to be seen from here: 0 where it would only flicker. */
float resolved(float size, vec2 footprint) {
  return clamp(1.6 * size / max(max(footprint.x, footprint.y), 1e-5) - 0.8, 0.0, 1.0);
}
