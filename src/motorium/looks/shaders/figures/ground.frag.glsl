#include "figures/light.glsl"
#include "figures/ground_kinds.glsl"
in vec3 place, facing;
flat in float kind;
/** Crossings: metres along and across the way of who walks. */
in vec2 across;
out vec4 pixel;

#ifdef FINE
vec3 meadow(vec2 at, vec2 footprint) {
  float broad = noise(at * 0.07) * 0.6 + noise(at * 0.31) * 0.4;
  float blades = mix(0.5, noise(at * vec2(19.0, 7.0)) * 0.6 + noise(at * 31.0) * 0.4,
    resolved(0.06, footprint));
  vec3 colour = mix(vec3(0.100, 0.140, 0.048), vec3(0.190, 0.200, 0.085), broad);
  return colour * (0.64 + 0.72 * blades);
}

/** The land around: fields of their own colours, each with rows in its own direction. */
vec3 fields(vec2 at, vec2 footprint) {
  vec2 bent = at + 9.0 * vec2(noise(at * 0.013), noise(at * 0.013 + 5.0));
  vec2 size = vec2(74.0, 52.0);
  vec2 cell = floor(bent / size);
  float kind = hash(cell + 3.0);
  vec3 colour = meadow(at, footprint);
  vec3 crop = kind > 0.66 ? vec3(0.34, 0.27, 0.11) : vec3(0.20, 0.155, 0.095);
  float turn = 3.1416 * hash(cell + 11.0);
  float row = 0.5 + 0.5 * sin(dot(bent, vec2(cos(turn), sin(turn))) * 3.4);
  crop *= 0.9 + 0.2 * mix(0.5, row, resolved(0.9, footprint));
  vec2 inside = abs(fract(bent / size) - 0.5) * size;
  vec2 edge = 0.5 * size - inside;
  float hedge = smoothstep(1.6, 0.6, min(edge.x, edge.y) + 0.9 * noise(at * 0.5));
  colour = kind > 0.38 ? mix(colour, crop, 0.8) : colour;
  return mix(colour, vec3(0.045, 0.07, 0.028), 0.85 * hedge);
}

vec3 asphalt(vec2 at, vec2 footprint) {
  float worn = noise(at * 0.23) * 0.55 + noise(at * 1.1) * 0.45;
  float grain = mix(0.5, hash(floor(at * 55.0)), resolved(0.018, footprint));
  float patch_ = smoothstep(0.66, 0.7, noise(at * 0.13 + 40.0));
  return vec3(0.122, 0.122, 0.130) * (0.78 + 0.34 * worn + 0.3 * (grain - 0.5) - 0.13 * patch_);
}

vec3 gravel(vec2 at, vec2 footprint) {
  float stones = mix(0.5, noise(at * 43.0) * 0.6 + hash(floor(at * 60.0)) * 0.4,
    resolved(0.025, footprint));
  return vec3(0.43, 0.365, 0.275) * (0.72 + 0.28 * noise(at * 0.7) + 0.36 * (stones - 0.5));
}

/** Slabs in rows that are shifted against each other. */
vec3 slabs(vec2 at, vec2 size, vec3 colour, vec2 footprint) {
  float row = floor(at.y / size.y);
  vec2 cell = vec2(floor(at.x / size.x + 0.5 * mod(row, 2.0)), row);
  vec2 inside = fract(vec2(at.x / size.x + 0.5 * mod(row, 2.0), at.y / size.y));
  vec2 edge = min(inside, 1.0 - inside) * size;
  float sharp = resolved(0.03, footprint);
  float joint = 1.0 - smoothstep(0.006, 0.016, min(edge.x, edge.y));
  float tone = hash(cell) - 0.5;
  float grain = mix(0.0, hash(floor(at * 70.0)) - 0.5, resolved(0.014, footprint));
  colour *= 1.0 + 0.17 * tone * resolved(0.25, footprint) + 0.12 * grain;
  colour *= 0.9 + 0.2 * noise(at * 0.35);
  return colour * (1.0 - 0.42 * joint * sharp);
}

/** Setts in arcs, as squares of old towns have them. */
vec3 setts(vec2 at, vec2 footprint) {
  float wave = 0.32 * sin(at.x * 1.9);
  vec2 bent = vec2(at.x, at.y + wave);
  vec3 colour = mix(vec3(0.335, 0.275, 0.215), vec3(0.265, 0.235, 0.21), noise(at * 0.22));
  // A lighter band in a broad grid.
  vec2 grid = abs(fract(at / 7.0) - 0.5) * 7.0;
  float band = smoothstep(0.22, 0.18, 3.5 - max(grid.x, grid.y));
  if (band > 0.5) return slabs(at, vec2(0.36, 0.36), vec3(0.47, 0.41, 0.335), footprint);
  return slabs(bent, vec2(0.16, 0.125), colour, footprint);
}

vec3 zebra(vec2 at, vec2 footprint) {
  vec3 colour = asphalt(at, footprint);
  float stripe = abs(fract(across.x) - 0.5);
  float width = max(fwidth(across.x), 1e-4);
  float white = smoothstep(0.25 + width, 0.25 - width, stripe);
  float worn = 0.72 + 0.28 * noise(at * 6.0);
  return mix(colour, vec3(0.68, 0.66, 0.61), white * worn);
}

vec3 painted(int which, vec2 at) {
  vec2 footprint = fwidth(at);
  vec3 colour;
  if (which == MEADOW) colour = fields(at, footprint);
  else if (which == ASPHALT) colour = asphalt(at, footprint);
  else if (which == PAVEMENT) colour = slabs(at, vec2(0.6, 0.4), vec3(0.40, 0.37, 0.33), footprint);
  else if (which == SQUARE) colour = setts(at, footprint);
  else if (which == ZEBRA) colour = zebra(at, footprint);
  else if (which == KERBSTONE) colour = vec3(0.46, 0.44, 0.41) * (0.85 + 0.3 * noise(at * 3.0));
  else if (which == LINE) colour = vec3(0.62, 0.60, 0.55) * (0.75 + 0.25 * noise(at * 6.0));
  else if (which == LAWN) colour = meadow(at, footprint) * vec3(0.92, 1.12, 0.9);
  else if (which == GRAVEL) colour = gravel(at, footprint);
  else if (which == YARD) colour = mix(gravel(at, footprint) * 0.82, meadow(at, footprint),
    smoothstep(0.45, 0.62, noise(at * 0.18)));
  else colour = vec3(0.16, 0.12, 0.085) * (0.7 + 0.6 * noise(at * 17.0));
  return colour;
}
#else
vec3 painted(int which, vec2 at) {
  if (which == ASPHALT) return vec3(0.115);
  if (which == PAVEMENT) return vec3(0.37, 0.345, 0.31) * (0.95 + 0.1 * hash(floor(at / vec2(1.2, 0.8))));
  if (which == ZEBRA) return abs(fract(across.x) - 0.5) < 0.25 ? vec3(0.6, 0.58, 0.54) : vec3(0.115);
  if (which == SQUARE) return vec3(0.30, 0.255, 0.21);
  if (which == KERBSTONE) return vec3(0.46, 0.44, 0.41);
  if (which == LINE) return vec3(0.58, 0.56, 0.51);
  if (which == GRAVEL) return vec3(0.37, 0.315, 0.24);
  if (which == YARD) return vec3(0.26, 0.225, 0.15);
  if (which == PIT) return vec3(0.16, 0.12, 0.085);
  return vec3(0.14, 0.175, 0.065) * (0.9 + 0.2 * hash(floor(at / vec2(3.0, 1.7))));
}
#endif

void main() {
  int which = int(kind + 0.5);
  vec3 colour = painted(which, place.xy);
  float open = which == ASPHALT || which == ZEBRA ? 0.93 : 1.0;
  pixel = vec4(finished(throughAir(lit(colour, place, facing, open), place)), 1.0);
}
