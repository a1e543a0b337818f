/** Faces, hands and hair, by where a place of them is on a figure at rest: `own` [m]. */

/** One at a place of a face, on both of its sides; wide and high [m]. */
float mark(vec2 middle, vec2 size) {
  vec2 off = (vec2(abs(own.y), own.z) - middle) / size;
  return exp(-dot(off, off));
}

/** Blood below skin, hollows around eyes, a breath of hair where it grows. */
vec3 complexion(vec3 colour) {
  // A low sun is orange enough.
  colour = mix(colour, vec3(dot(colour, vec3(0.3, 0.5, 0.2))), 0.14);
  vec3 warm = colour * vec3(1.12, 0.80, 0.74);
  if (own.z < 0.0) {
    // Knuckles and fingertips.
    float tips = around(own.z, -0.172, 0.010) + smoothstep(-0.245, -0.262, own.z);
    return mix(colour, warm, 0.5 * min(tips, 1.0));
  }
  if (own.z < 0.56 || own.x < -0.03) return mix(colour, warm, 0.55 * smoothstep(0.068, 0.078, abs(own.y)));
  float red = 0.55 * mark(vec2(0.047, 0.688), vec2(0.020, 0.016)) + 0.5 * mark(vec2(0.0, 0.684), vec2(0.012));
  red += smoothstep(0.072, 0.080, abs(own.y));
  colour = mix(colour, warm, min(red, 0.9));
  colour *= 1.0 - 0.34 * mark(vec2(0.032, 0.7215), vec2(0.019, 0.0105));
  colour *= 1.0 - 0.20 * mark(vec2(0.019, 0.722), vec2(0.006, 0.012));
  // Coarser bodies have eyes, brows and lips that are only painted.
  colour *= 1.0 - 0.85 * mark(vec2(0.032, 0.718), vec2(0.0085, 0.0042));
  colour = mix(colour, 0.5 * beside, 0.8 * mark(vec2(0.031, 0.7375), vec2(0.014, 0.0032)));
  colour = mix(colour, warm * vec3(0.72, 0.52, 0.50), 0.8 * mark(vec2(0.0, 0.652), vec2(0.017, 0.0042)));
  // Beside the nose, below the lips and under them.
  colour *= 1.0 - 0.24 * mark(vec2(0.0185, 0.683), vec2(0.0055, 0.011));
  colour *= 1.0 - 0.26 * mark(vec2(0.0, 0.6405), vec2(0.016, 0.0035));
  colour *= 1.0 - 0.16 * mark(vec2(0.026, 0.652), vec2(0.005, 0.006));
  colour *= 1.0 - 0.6 * mark(vec2(0.0075, 0.6775), vec2(0.0035, 0.0016)) * step(0.098, own.x);
  // At the temples hair thins out.
  float grown = smoothstep(0.058, 0.068, abs(own.y)) * smoothstep(0.012, -0.012, own.x)
    + smoothstep(0.778, 0.790, own.z);
  return mix(colour, beside, 0.6 * min(grown, 1.0));
}

/** An eye between its lids; shadowed by the upper one. */
vec3 eyed(vec3 colour) {
  float height = own.z - 0.718;
  float corner = square((abs(own.y) - 0.032) / 0.0125);
  float upper = 0.0046 - 0.0036 * corner;
  float lower = -0.0044 + 0.0030 * corner;
  if (material == IRIS) {
    float reach = length(vec2(abs(own.y) - 0.032, height));
    colour *= 0.75 + 0.75 * smoothstep(0.0022, 0.0042, reach);
    colour *= 1.0 - 0.6 * smoothstep(0.0044, 0.0054, reach);
    colour = mix(vec3(0.004), colour, smoothstep(0.0018, 0.0024, reach));
  } else {
    colour *= vec3(1.0, 0.97, 0.95) * (1.0 - 0.25 * corner);
  }
  colour *= 1.0 - 0.55 * smoothstep(upper - 0.004, upper, height);
  float lid = smoothstep(upper - 0.0004, upper + 0.0004, height);
  float lash = around(height, upper + 0.0004, 0.0009);
  vec3 skin = 0.86 * beside * vec3(1.0, 0.93, 0.90);
  colour = mix(colour, skin, max(lid, smoothstep(lower + 0.0005, lower - 0.0005, height)));
  return colour * (1.0 - 0.88 * lash);
}

vec3 lips(vec3 colour) {
  float between = around(own.z, 0.6518 + 6.0 * square(own.y), 0.0011);
  return colour * (own.z > 0.652 ? 0.84 : 1.0) * (1.0 - 0.65 * between);
}

/** Strands that run down from the crown. */
vec2 combed() {
  vec3 off = own - vec3(-0.045, 0.0, 0.74);
  return vec2(atan(off.y, off.x + 0.06) * 26.0, 9.0 * off.z);
}
