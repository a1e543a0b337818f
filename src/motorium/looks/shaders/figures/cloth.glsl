/** Clothes, by where a place of them is on a figure at rest: `own` [m], z 0 between the hips. */

float square(float x) {
  return x * x;
}

/** One at a place, less the farther from it. */
float around(float x, float middle, float wide) {
  return exp(-square((x - middle) / wide));
}

/** Ridges between 0 and 1, drawn out along x. */
float creases(vec2 q) {
  float ridge = 1.0 - abs(2.0 * noise(q) - 1.0);
  return ridge * ridge;
}

/** How far cloth stands out [m]: it gathers where limbs bend and where it ends, and hangs between. */
float folds() {
  vec3 p = own;
  float aside = abs(p.y);
  float turn = sign(p.y) * 5.0;
  if (material == TROUSERS) {
    float slant = p.z + 0.35 * p.x;
    float knee = around(p.z, -0.43, 0.075) * (p.x > 0.0 ? 0.45 : 1.0);
    float ankle = smoothstep(-0.60, -0.71, p.z);
    float hips = around(p.z, -0.09, 0.07);
    float across = 0.0075 * (knee + 0.8 * ankle) * creases(vec2(8.0 * p.x + turn, 30.0 * slant));
    float pulled = 0.0060 * hips * creases(vec2(6.0 * p.x + turn, 30.0 * (p.z + 0.9 * aside)));
    float hanging = 0.0040 * noise(vec2(24.0 * (p.x + aside), 3.2 * p.z) + turn);
    return across + pulled + hanging * (1.0 - 0.8 * ankle);
  }
  if (material == SKIRT) {
    float angle = atan(p.y, p.x);
    return 0.009 * smoothstep(0.05, -0.3, p.z) * noise(vec2(5.1 * angle, 1.6 * p.z));
  }
  if (material == SCARF) return 0.006 * creases(vec2(3.0 * p.y, 60.0 * (p.z + 0.25 * p.y)));
  if (material != JACKET) return 0.0;
  if (onArm == 1) {
    float slant = p.z + 0.3 * p.x;
    float elbow = around(p.z, 0.175, 0.075) * (p.x > -0.03 ? 1.0 : 0.4);
    float cuff = smoothstep(0.05, -0.05, p.z);
    float arm = 0.0066 * (elbow + 0.8 * cuff) * creases(vec2(8.0 * p.x + turn, 34.0 * slant));
    return arm + 0.0034 * noise(vec2(26.0 * p.x + turn, 9.0 * p.z));
  }
  float waist = around(p.z, 0.11, 0.07);
  float armpit = smoothstep(0.07, 0.15, aside) * around(p.z, 0.37, 0.09);
  float front = p.x > 0.0 ? 0.0 : 7.0;
  float gathered = 0.0078 * waist * creases(vec2(9.0 * p.y + front, 26.0 * (p.z + 0.25 * aside)));
  float pulled = 0.0066 * armpit * creases(vec2(5.0 * p.y, 30.0 * (p.z - 0.7 * aside)) + front);
  return gathered + pulled + 0.0060 * noise(vec2(13.0 * p.y + front, 6.0 * p.z + 4.0 * aside));
}

/** A row of stitches beside a seam [m away], on both sides of it. */
float stitched(float off) {
  return max(1.0 - 0.42 * smoothstep(0.0026, 0.0008, abs(off)), 0.0)
    * (1.0 - 0.16 * smoothstep(0.0016, 0.0006, abs(abs(off) - 0.006)));
}

/** Shade of seams, hems and pockets. */
float seams() {
  vec3 p = own;
  float aside = abs(p.y);
  if (material == TROUSERS) {
    float seam = stitched(p.x + 0.005);
    float hem = stitched(p.z + 0.712);
    return seam * hem;
  }
  if (material == SKIRT) return stitched(p.z + 0.43);
  if (material != JACKET) return 1.0;
  if (onArm == 1) return stitched(p.z + 0.035);
  float side = aside > 0.12 ? stitched(p.x + 0.012) : 1.0;
  float yoke = p.x < 0.0 ? stitched(p.z - 0.425 - 0.1 * aside) : 1.0;
  return side * yoke * stitched(p.z + 0.046);
}

vec3 woven(vec3 colour) {
#ifndef FINE
  if (weave == 1.0) return colour * (0.6 + 0.8 * hash(floor(own.yz * 14.0)));
#endif
  if (weave == 1.0) {
    vec2 cut = mat2(0.8, 0.6, -0.6, 0.8) * (own.yz + vec2(own.x, 0.4 * own.x));
    cut += 0.02 * vec2(noise(cut * 60.0), noise(cut * 60.0 + 9.0));
    float patches = 0.65 * noise(cut * 17.0) + 0.35 * noise(cut * 41.0 + 7.0);
    float dark = noise(cut * 15.0 + 31.0);
    colour = mix(colour, colour * vec3(1.42, 1.30, 1.10), smoothstep(0.56, 0.60, patches));
    return mix(colour, colour * vec3(0.46, 0.44, 0.40), smoothstep(0.62, 0.66, dark));
  }
  if (weave == 2.0) return mix(colour, vec3(0.72, 0.69, 0.62), 0.75 * step(0.5, fract(own.z * 22.0)));
  if (weave == 3.0) {
    vec2 line = step(0.66, fract(own.yz * 15.0));
    return colour * (1.0 - 0.34 * line.x - 0.34 * line.y);
  }
  return colour;
}
