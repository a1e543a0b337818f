#include "figures/cloth.glsl"
#include "figures/flesh.glsl"

/** A normal as it is where something stands out by a height [m] (Mikkelsen 2010, Listing 1). */
vec3 bumped(vec3 n, float height) {
  vec3 right = dFdx(at), up = dFdy(at);
  vec3 one = cross(up, n), other = cross(n, right);
  float size = dot(right, one);
  // No steeper than cloth lies: where two folds meet there is a step.
  float rise = clamp(dFdx(height) / max(length(right), 1e-6), -0.9, 0.9) * length(right);
  float climb = clamp(dFdy(height) / max(length(up), 1e-6), -0.9, 0.9) * length(up);
  vec3 slope = sign(size) * (rise * one + climb * other);
  return normalize(max(abs(size), 1e-12) * n - slope);
}

/** Share of the sky that a place of a body sees past the rest of it. */
float unhidden() {
  vec3 p = own;
  float aside = abs(p.y);
  float open = 1.0;
  if (material == SKIN) {
    // Below the chin, and where a hand comes out of a sleeve.
    float neck = smoothstep(0.665, 0.61, p.z) * smoothstep(0.085, 0.03, p.x) * step(0.45, p.z);
    open = 1.0 - 0.5 * neck;
    if (p.z < 0.1) open = mix(0.6, 1.0, smoothstep(-0.075, -0.11, p.z));
  } else if (material == TROUSERS) {
    open = mix(0.55, 1.0, smoothstep(-0.065, -0.13, p.z)) * mix(0.6, 1.0, smoothstep(0.02, 0.09, aside));
  } else if (material == JACKET) {
    open = onArm == 1 ? mix(0.68, 1.0, smoothstep(0.14, 0.2, aside))
      : mix(1.0, 0.7, smoothstep(0.11, 0.165, aside) * smoothstep(0.46, 0.36, p.z));
  } else if (material == BOOTS) {
    open = mix(1.0, 0.5, smoothstep(-0.80, -0.73, p.z)) * mix(0.75, 1.0, smoothstep(-0.9, -0.86, p.z));
  } else if (material == TRIM && p.z > 0.5) {
    open = 0.85;
  }
  return open;
}

struct Surface {
  vec3 colour;
  float gloss;
  /** Of a highlight: the higher, the smaller it is. */
  float sharp;
};

Surface surfaceOf() {
  Surface made = Surface(tinted(woven(paint)), 0.02, 8.0);
  if (material == STEEL || material == DARK) {
    made.gloss = 0.35;
    made.sharp = 24.0;
  }
#ifdef FINE
  if (material == SKIN) {
    made = Surface(complexion(made.colour), 0.055, 14.0);
  } else if (material == EYE || material == IRIS) {
    made = Surface(eyed(made.colour), 0.9, 220.0);
  } else if (material == LIPS) {
    made = Surface(lips(made.colour), 0.12, 22.0);
  } else if (material == HAIR) {
    vec2 strand = combed();
    float lock = 0.45 * noise(strand) + 0.55 * noise(strand * vec2(4.3, 0.5));
    bool isBrow = own.x > 0.045 && own.z < 0.75;
    vec3 dull = mix(made.colour, vec3(dot(made.colour, vec3(0.33))), 0.25);
    made = Surface(dull * (isBrow ? 0.45 : 0.70 + 0.36 * lock), 0.03 + 0.10 * lock, 18.0);
  } else if (material == BOOTS) {
    float laces = step(abs(abs(own.y) - 0.09), 0.016) * step(0.03, own.x) * step(own.x, 0.10);
    float row = smoothstep(0.28, 0.36, abs(fract(own.x * 62.0) - 0.5));
    made.colour *= 1.0 - 0.5 * laces * row;
    made.colour *= 0.86 + 0.14 * smoothstep(0.0, 0.002, abs(own.x - 0.125 - 2.0 * square(abs(own.y) - 0.09)) - 0.0008);
    made.gloss = 0.16;
    made.sharp = 20.0;
  } else if (material == BELT) {
    made.gloss = 0.12;
  } else {
    made.colour *= seams();
  }
#endif
  return made;
}

void main() {
  // A screen door: of two levels each has the pixels that the other one leaves.
  if (abs(share) < 1.0) {
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    if (share > 0.0 ? grain >= share : grain < 1.0 + share) discard;
  }
  vec3 n = normalize(facing);
  vec3 towards = normalize(at - eye);
  // Cloth is seen from inside, too.
  if (dot(n, towards) > 0.25) n = -n;
  float shape = dot(n, sunwards);
  float open = 0.58 + 0.42 * smoothstep(0.0, 0.9, at.z);
#ifdef FINE
  vec2 footprint = vec2(length(dFdx(own)), length(dFdy(own)));
  float height = folds();
  n = bumped(n, height * resolved(0.022, footprint));
  open *= unhidden() * (0.95 + 20.0 * height);
#endif
  Surface made = surfaceOf();
  bool isSkin = material == SKIN || material == LIPS;
  float facingSun = dot(n, sunwards);
  float sun = shape > -0.3 ? sunshine(at, n) : 0.0;
  // Light goes around cloth, and reddens in skin.
  float soft = isSkin ? 0.3 : 0.14;
  float wrapped = max((facingSun + soft) / (1.0 + soft), 0.0);
  vec3 tone = isSkin ? mix(vec3(1.06, 0.78, 0.68), vec3(0.95, 1.0, 1.04), smoothstep(0.0, 0.45, wrapped)) : vec3(1.0);
  vec3 sky = mix(mix(BELOW, AROUND, smoothstep(-1.0, 0.0, n.z)), ABOVE, smoothstep(0.0, 1.0, n.z));
  sky += 0.2 * SUN * vec3(0.30, 0.26, 0.21) * max(0.0, 0.6 - facingSun);
  vec3 shown = made.colour * (SUN * sun * wrapped * tone * (0.55 + 0.45 * open) + sky * open);
  float rim = pow(1.0 - abs(dot(n, towards)), 3.0);
  shown += rim * open * (0.10 * sky + 0.16 * SUN * sun * max(dot(towards, sunwards), 0.0)) * (0.35 + made.colour);
  shown += glow(rim);
  vec3 halfway = normalize(sunwards - towards);
  shown += made.gloss * (SUN * sun * pow(max(dot(n, halfway), 0.0), made.sharp) + 0.5 * open * rim * ABOVE);
  pixel = vec4(finished(throughAir(shown, at)), 1.0);
}
