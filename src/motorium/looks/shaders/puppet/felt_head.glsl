/** Knitted cloth, by where a place of it is at rest [m]; beside what three.js says of a surface. */
varying vec3 vWoven;

/** How far a stitch stands out, 0 to 1, and how much of stitches is to be seen from here. */
vec2 knit() {
  vec2 place = vec2(vWoven.x + 0.8 * vWoven.y, vWoven.z) * vec2(150.0, 190.0);
  float seen = clamp(1.4 - 1.6 * max(fwidth(place.x), fwidth(place.y)), 0.0, 1.0);
  vec2 stitch = fract(place) - 0.5;
  float leg = abs(abs(stitch.x) - 0.25 - 0.35 * stitch.y * sign(0.5 - step(0.25, abs(stitch.x))));
  return vec2(smoothstep(0.24, 0.02, leg) * (0.6 + 0.4 * cos(6.2832 * stitch.y)), seen);
}
