#include "ocean/solid_head.glsl"

/** Beds of stone, cracks across them, pits; algae where light falls, crusts of pink, pale mud in
 * hollows. */
vec3 stone(vec3 n, vec4 coarse, vec4 fine, out float height) {
  float bed = inMetres.y * 10.0 + inMetres.x * (6.0 * own.y - 3.0) + 2.4 * coarse.g + 8.0 * own.y;
  float ledge = fract(bed);
  ledge *= ledge * smoothstep(1.0, 0.62, ledge) * coarse.a;
  float crack = smoothstep(0.05, 0.0, abs(coarse.r + 0.30 * (fine.r - 0.5) - 0.5));
  float pit = smoothstep(0.60, 0.82, fine.b);
  height = 0.012 * ledge + 0.022 * fine.r + 0.006 * fine.a - 0.016 * crack - 0.008 * pit;
  vec3 bare = paint * (0.60 + 0.55 * coarse.g + 0.55 * (fine.a - 0.5)) * (0.82 + 0.3 * ledge);
  bare = mix(bare, bare * vec3(1.25, 0.98, 0.72), smoothstep(0.45, 0.75, coarse.a));
  float lit = smoothstep(0.05, 0.75, n.y + 0.9 * (coarse.b - 0.5));
  vec3 grown = mix(bare, tipPaint * (0.55 + 0.9 * fine.r), 0.72 * lit * smoothstep(0.25, 0.6, coarse.a + 0.4 * (fine.b - 0.5)));
#ifndef FRUGAL
  float crust = smoothstep(0.60, 0.70, coarse.b + 0.25 * (fine.r - 0.5));
  grown = mix(grown, vec3(0.40, 0.17, 0.22) * (0.7 + 0.6 * fine.a), 0.55 * crust);
#endif
  grown = mix(grown, bare * 0.42, 0.75 * crack + 0.5 * pit);
#ifndef FRUGAL
  float mud = smoothstep(0.55, 0.95, n.y) * smoothstep(0.75, 0.45, tipAndOpen.y + 0.4 * (fine.r - 0.5));
  grown = mix(grown, sandColour(0.3 + 0.4 * fine.r), 0.75 * mud);
#endif
  return grown;
}

void main() {
  vec3 n = normalize(worldNormal);
  float distance = length(worldPlace - eye);
  vec4 coarse = texture(grains, grainPlace() * 0.60);
  vec4 fine = texture(grains, grainPlace() * 2.9 + 0.15 * coarse.r);
  float height;
  vec3 colour = stone(n, coarse, fine, height);
  n = bumped(n, height * exp(-0.10 * distance));
  colour = mix(colour, sandColour(0.35 + 0.4 * fine.a), 0.85 * washed(fine.r));
  float open = openness();
  vec3 light = sunlight(open, caustic(worldPlace)) * max(0.82 * dot(n, sunwards) + 0.18, 0.0) + 1.3 * skylight(n) * open;
  vec3 seen = throughWater(colour * light, worldPlace, openWater((worldPlace - eye) / distance));
  pixel = vec4(finished(seen), 1.0);
}
