/** Sand; bare rock where it is steep, dark where little light gets in (`hollow`, 0 to 1). */
#include "ocean/light.glsl"
#include "ocean/sand.glsl"
/** From above: what is kept off the light of the sky, and of the sun. */
uniform sampler2D contact;
uniform float contactScale;
in vec3 worldPlace, groundNormal;
in float hollow;
out vec4 pixel;

/** Pebbles and bits of shell, one in some cells: adds to a slope, and colours the sand. */
void litter(vec2 place, float cells, float share, inout vec2 slope, inout vec3 sand) {
  vec2 on = place * cells, cell = floor(on);
  vec4 own = fract(7.0 * texelFetch(noise, (ivec2(cell) * ivec2(37, 91)) & 255, 0));
  if (own.x > share) return;
  float size = 0.14 + 0.22 * own.y;
  vec2 away = on - cell - mix(vec2(size), vec2(1.0 - size), own.zw);
  // Long ones and round ones, turned any way.
  vec2 axis = normalize(own.zw - 0.47);
  away = vec2(dot(away, axis), (1.1 + 0.9 * own.w) * dot(away, vec2(-axis.y, axis.x)));
  float far = length(away) / size;
  float inside = smoothstep(1.0, 0.86, far);
  float kind = fract(own.x * 57.0);
  vec3 shell = mix(vec3(0.78, 0.71, 0.60), vec3(0.62, 0.42, 0.34), own.y);
  vec3 pebble = mix(vec3(0.16, 0.15, 0.14), vec3(0.52, 0.45, 0.36), fract(own.w * 9.0));
  sand = mix(sand * (1.0 - 0.5 * smoothstep(1.55, 0.95, far)), kind < 0.35 ? shell : pebble, inside);
  slope = mix(slope, -0.9 * (axis * away.x + vec2(-axis.y, axis.x) * away.y) / size, inside);
}

void main() {
  vec2 place = worldPlace.xz;
  vec3 offset = worldPlace - eye;
  float distance = length(offset);
  vec3 direction = offset / distance;
  float near = exp(-0.10 * distance);
  vec4 broad = texture(noise, place * 0.055);
  vec4 fine = texture(noise, place * 0.47);
  vec4 grain = texture(noise, place * 3.7);
  vec2 kept = texture(contact, vec2(0.5) + place * contactScale).rg;
  vec3 ground = normalize(groundNormal);
  // Ripples: sharp crests across the current, which bend, join and die away.
  float phase = place.x * 16.5 + place.y * 6.0 + broad.r * 20.0 + fine.r * 2.5;
  float strength = smoothstep(0.15, 0.5, broad.a + 0.3 * (broad.r - 0.4)) * near;
  // A parabola for half a wave of a sine.
  float along = fract(0.31831 * phase);
  float rise = 4.0 * along * (1.0 - along);
  float crest = sqrt(rise * rise + 0.015);
  vec2 slope = vec2(-0.94, -0.34) * (0.62 * strength * rise * (1.0 - 2.0 * along) / crest);
  slope += (fine.gb - 0.5) * 0.42 + (grain.gb - 0.5) * (0.85 * near);
  vec3 sand = sandColour(0.45 * fine.r + 0.45 * broad.r + 0.12);
  sand *= 0.92 + 0.42 * (0.64 - crest) * strength + 0.36 * (grain.a - 0.5) * near;
#ifndef FRUGAL
  // Dark grains lie in troughs, chips of shell anywhere.
  sand *= 1.0 - 0.30 * near * strength * smoothstep(0.75, 1.0, crest) * (0.5 + fine.a);
  sand = mix(sand, vec3(0.85, 0.79, 0.68), 0.5 * near * smoothstep(0.80, 0.93, grain.r * (0.75 + 0.45 * fine.a)));
  if (near > 0.5) {
    float debris = 0.02 + 0.34 * smoothstep(0.02, 0.4, kept.r) + 0.10 * smoothstep(0.55, 0.75, broad.a);
    litter(place, 24.0, debris, slope, sand);
  }
#endif
  vec3 n = normalize(ground - vec3(slope.x, 0.0, slope.y) * near);
  float bare = smoothstep(0.86, 0.62, ground.y + 0.3 * (fine.r - 0.5));
  sand = mix(sand, mix(vec3(0.10, 0.095, 0.085), vec3(0.30, 0.26, 0.20), fine.r) * (0.6 + 0.8 * grain.r), bare);
  float net = mix(1.0, caustic(worldPlace), min(3.0 * near, 1.0));
  float open = (1.0 - 0.82 * hollow) * (1.0 - kept.r);
  vec3 sun = daylight(worldPlace.y) * vec3(1.38, 1.3, 1.13) * max(dot(n, sunwards), 0.0);
  vec3 light = sun * ((0.46 + 0.40 * net) * (1.0 - 0.8 * max(kept.g, hollow)));
  light += vec3(0.085, 0.125, 0.14) * ((0.25 + 0.75 * n.y) * open);
  vec3 seen = throughWater(sand * light * (0.55 + 0.45 * open), worldPlace, openWater(direction));
  pixel = vec4(finished(seen), 1.0);
}
