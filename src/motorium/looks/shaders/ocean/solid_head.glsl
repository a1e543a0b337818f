/** What stones and living corals share. `own`: what it is made of, a chance of its own, the height of
 * the sand, its size. */
#include "ocean/light.glsl"
#include "ocean/sand.glsl"
precision highp sampler3D;
uniform sampler3D grains;
in vec3 worldPlace, worldNormal, inMetres;
in vec2 tipAndOpen;
flat in vec3 paint, tipPaint;
flat in vec4 own;
out vec4 pixel;

/** A normal on a relief of so many metres (Mikkelsen 2010). */
vec3 bumped(vec3 n, float height) {
  vec3 right = dFdx(worldPlace), up = dFdy(worldPlace);
  vec3 a = cross(up, n), b = cross(n, right);
  float area = dot(right, a);
  vec3 slope = sign(area) * (dFdx(height) * a + dFdy(height) * b);
  return normalize(abs(area) * n - slope);
}

/** Where in the noise; every individual has its own. */
vec3 grainPlace() {
  return inMetres + own.y * vec3(3.1, 1.7, 2.3);
}

/** How much light gets here: less in hollows and beside the sand. */
float openness() {
  return tipAndOpen.y * (0.55 + 0.45 * smoothstep(-0.02, 0.22, worldPlace.y - own.z));
}

/** How much sand is washed onto it. */
float washed(float ragged) {
  return smoothstep(0.045, -0.01, worldPlace.y - own.z - 0.07 * (ragged - 0.35));
}

/** Light of the sky, bluer from above, sandy from below. */
vec3 skylight(vec3 n) {
  return mix(vec3(0.10, 0.12, 0.11), vec3(0.17, 0.265, 0.28), n.y * 0.5 + 0.5);
}

vec3 sunlight(float open, float net) {
  return daylight(worldPlace.y) * vec3(1.45, 1.38, 1.2)
    * ((0.34 + 0.66 * net) * (0.25 + 0.75 * open));
}
