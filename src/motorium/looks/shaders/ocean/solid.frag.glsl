/** Stones and living corals; `own`: what it is made of, a chance of its own, the height of the sand. */
#include "ocean/light.glsl"
#include "ocean/sand.glsl"
precision highp sampler3D;
uniform sampler3D grains;
in vec3 worldPlace, worldNormal, onForm, inMetres, paint, tipPaint;
in vec2 tipAndOpen;
flat in vec3 own;
out vec4 pixel;

/** A normal on a relief of so many metres (Mikkelsen 2010). */
vec3 bumped(vec3 n, float height) {
  vec3 right = dFdx(worldPlace), up = dFdy(worldPlace);
  vec3 a = cross(up, n), b = cross(n, right);
  float area = dot(right, a);
  vec3 slope = sign(area) * (dFdx(height) * a + dFdy(height) * b);
  return normalize(abs(area) * n - slope);
}

/** Beds of stone, cracks across them, pits; algae where light falls, crusts of pink, pale mud in
 * hollows. */
vec3 stone(vec3 n, vec4 coarse, vec4 fine, out float height) {
  float bed = inMetres.y * 11.0 + inMetres.x * 1.6 + 1.5 * coarse.g + 8.0 * own.y;
  float ledge = fract(bed);
  ledge *= ledge * smoothstep(1.0, 0.86, ledge);
  float crack = smoothstep(0.05, 0.0, abs(coarse.r + 0.30 * (fine.r - 0.5) - 0.5));
  float pit = smoothstep(0.60, 0.82, fine.b);
  height = 0.010 * ledge + 0.022 * fine.r + 0.006 * fine.a - 0.016 * crack - 0.008 * pit;
  vec3 bare = paint * (0.60 + 0.55 * coarse.g + 0.55 * (fine.a - 0.5)) * (0.82 + 0.3 * ledge);
  bare = mix(bare, bare * vec3(1.25, 0.98, 0.72), smoothstep(0.45, 0.75, coarse.a));
  float lit = smoothstep(0.05, 0.75, n.y + 0.9 * (coarse.b - 0.5));
  vec3 grown = mix(bare, tipPaint * (0.55 + 0.9 * fine.r), 0.72 * lit * smoothstep(0.25, 0.6, coarse.a + 0.4 * (fine.b - 0.5)));
  float crust = smoothstep(0.60, 0.70, coarse.b + 0.25 * (fine.r - 0.5));
  grown = mix(grown, vec3(0.40, 0.17, 0.22) * (0.7 + 0.6 * fine.a), 0.55 * crust);
  grown = mix(grown, bare * 0.42, 0.75 * crack + 0.5 * pit);
  float mud = smoothstep(0.55, 0.95, n.y) * smoothstep(0.75, 0.45, tipAndOpen.y + 0.4 * (fine.r - 0.5));
  return mix(grown, sandColour(0.3 + 0.4 * fine.r), 0.75 * mud);
}

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
    float far = length(onForm.xz);
    float ribs = sin(atan(onForm.z, onForm.x) * 46.0 + 5.0 * coarse.r) * smoothstep(0.12, 0.5, far);
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
  int matter = int(own.x + 0.5);
  vec3 n = normalize(worldNormal);
  vec3 offset = worldPlace - eye;
  float distance = length(offset);
  vec3 towardsEye = -offset / distance;
  bool isStone = matter == MATTER_STONE;
  vec3 at = inMetres + own.y * vec3(3.1, 1.7, 2.3);
  vec4 coarse = texture(grains, at * (isStone ? 0.60 : 1.9));
  vec4 fine = texture(grains, at * (isStone ? 2.9 : 9.5) + 0.15 * coarse.r);
  float height;
  vec3 colour = isStone ? stone(n, coarse, fine, height) : coral(matter, coarse, fine, height);
  n = bumped(n, height * exp(-0.10 * distance));

  // Near the sand less light arrives, and sand is washed onto it.
  float above = worldPlace.y - own.z;
  float open = tipAndOpen.y * (0.42 + 0.58 * smoothstep(-0.02, 0.22, above));
  float washed = smoothstep(0.045, -0.01, above - 0.07 * (fine.r - 0.35)) * (isStone ? 0.85 : 0.4);
  colour = mix(colour, sandColour(0.35 + 0.4 * fine.a), washed);

  float sun = dot(n, sunwards);
  float soft = isStone ? 0.10 : 0.24;
  vec3 day = daylight(worldPlace.y) * vec3(1.45, 1.38, 1.2);
  vec3 light = day * max((sun + soft) / (1.0 + soft), 0.0) * (0.34 + 0.66 * caustic(worldPlace)) * (0.25 + 0.75 * open);
  light += mix(vec3(0.055, 0.075, 0.075), vec3(0.15, 0.245, 0.265), n.y * 0.5 + 0.5) * open;
  vec3 lit = colour * light;
  if (!isStone) {
    // Thin and living: light goes through tips, and their slime shines a little.
    lit += colour * colour * day * (0.22 * tipAndOpen.x * max(0.6 - sun, 0.0));
    float rim = 1.0 - max(dot(n, towardsEye), 0.0);
    lit += day * open * (0.045 * rim * rim + 0.10 * pow(max(dot(n, normalize(sunwards + towardsEye)), 0.0), 30.0));
  }
  pixel = vec4(finished(throughWater(lit, worldPlace, openWater(-towardsEye))), 1.0);
}
