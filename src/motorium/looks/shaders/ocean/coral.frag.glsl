#include "ocean/solid_head.glsl"

/** Skeletons and flesh, down to the cups that polyps sit in. */
vec3 coral(int matter, vec4 coarse, vec4 fine, out float height) {
  float tip = tipAndOpen.x;
  vec3 colour = mix(paint, tipPaint, tip) * (0.84 + 0.34 * (coarse.g - 0.2));
  float cup = smoothstep(0.52, 0.78, fine.b);
  height = 0.0;
  if (matter == MATTER_BRANCH) {
    height = 0.0035 * cup + 0.002 * fine.r;
    colour = mix(colour * 0.86, mix(colour, tipPaint, 0.55), 0.75 * cup);
  } else if (matter == MATTER_BRAIN) {
    float meander = sin(52.0 * coarse.r + 30.0 * coarse.g + 2.0 * fine.r);
    float ridge = smoothstep(-0.55, 0.65, meander);
    height = 0.006 * ridge + 0.0012 * fine.b;
    colour = mix(paint * 0.52, mix(paint, tipPaint, 0.30 + 0.45 * tip), ridge) * (0.9 + 0.25 * (fine.a - 0.5));
  } else if (matter == MATTER_PLATE) {
    float far = length(inMetres.xz) / own.w;
    float ribs = sin(atan(inMetres.z, inMetres.x) * 46.0 + 5.0 * coarse.r) * smoothstep(0.12, 0.5, far);
    height = 0.0022 * ribs + 0.003 * cup;
    colour *= 0.88 + 0.14 * ribs + 0.10 * sin(far * 38.0 + 4.0 * coarse.r);
    colour = mix(colour, tipPaint, 0.35 * cup);
  } else if (matter == MATTER_SPONGE) {
    float pore = smoothstep(0.58, 0.75, fine.b);
    height = 0.005 * fine.r - 0.004 * pore;
    colour *= (1.0 - 0.45 * pore) * (0.8 + 0.4 * fine.r);
  } else if (matter == MATTER_FAN) {
    colour = mix(colour, tipPaint, 0.6 * cup);
  } else {
    colour = mix(paint, tipPaint, tip) * (0.85 + 0.3 * coarse.r);
  }
  return colour;
}

void main() {
  vec3 n = normalize(worldNormal);
  vec3 offset = worldPlace - eye;
  float distance = length(offset);
  vec3 towardsEye = -offset / distance;
  vec4 coarse = texture(grains, grainPlace() * 1.9);
  vec4 fine = texture(grains, grainPlace() * 9.5);
  float height;
  vec3 colour = coral(int(own.x + 0.5), coarse, fine, height);
#ifndef FRUGAL
  n = bumped(n, height * exp(-0.10 * distance));
#endif
  colour = mix(colour, sandColour(0.35 + 0.4 * fine.a), 0.4 * washed(fine.r));
  float open = openness(), sun = dot(n, sunwards);
#ifdef FRUGAL
  // What is small and rough hardly shows the net of light.
  vec3 day = sunlight(open, 1.0);
#else
  vec3 day = sunlight(open, caustic(worldPlace));
#endif
  vec3 lit = colour * (day * max(0.8 * sun + 0.2, 0.0) + skylight(n) * open);
  // Thin and living: light goes through tips, and their slime shines a little.
  lit += colour * colour * day * (0.22 * tipAndOpen.x * max(0.6 - sun, 0.0));
  float rim = 1.0 - max(dot(n, towardsEye), 0.0);
  float gloss = max(dot(n, normalize(sunwards + towardsEye)), 0.0);
  gloss *= gloss * gloss;
  gloss *= gloss * gloss;
  lit += day * (0.045 * rim * rim + 0.12 * gloss * gloss * gloss);
  pixel = vec4(finished(throughWater(lit, worldPlace, openWater(-towardsEye))), 1.0);
}
