/** Sand; bare rock where it is steep, dark where little light gets in (`hollow`, 0 to 1). */
#include "ocean/light.glsl"
in vec3 worldPlace, groundNormal;
in float hollow;
out vec4 pixel;

void main() {
  vec2 place = worldPlace.xz;
  vec3 offset = worldPlace - eye;
  float distance = length(offset);
  vec3 direction = offset / distance;
  vec3 water = waterColour(direction);
  vec3 colour = water;
  float near = exp(-0.10 * distance);
  if (near > 0.02) {
    vec4 broad = texture(noise, place * 0.055);
    vec4 fine = texture(noise, place * 0.47);
    // Ripples: crests across the current, bent and broken by the noise.
    float phase = place.x * 17.0 + place.y * 5.0 + broad.r * 26.0 + fine.r * 3.0;
    float ripple = sin(phase) * smoothstep(0.25, 0.65, broad.a + 0.25 * broad.r);
    vec2 slope = vec2(17.0, 5.0) * cos(phase) * 0.032 * smoothstep(0.15, 0.6, broad.r)
      + (fine.gb - 0.5) * 0.55;
    slope *= near;
    vec3 ground = normalize(groundNormal);
    vec3 n = normalize(ground - vec3(slope.x, 0.0, slope.y));
    vec3 sand = mix(vec3(0.40, 0.32, 0.20), vec3(0.70, 0.57, 0.37), fine.r * 0.5 + broad.r * 0.5);
    sand *= 0.84 + 0.26 * ripple * near + 0.34 * (texture(noise, place * 2.9).a - 0.5);
    float bare = smoothstep(0.86, 0.62, ground.y + 0.3 * (fine.r - 0.5));
    sand = mix(sand, mix(vec3(0.10, 0.095, 0.085), vec3(0.27, 0.235, 0.18), fine.r), bare);
    float net = mix(1.0, caustic(worldPlace), smoothstep(0.02, 0.35, near));
    vec3 day = daylight(worldPlace.y);
    vec3 light = day * vec3(1.35, 1.3, 1.15) * max(dot(n, sunwards), 0.0) * (0.56 + 0.30 * net);
    light = (light + vec3(0.075, 0.115, 0.13)) * (1.0 - 0.82 * hollow);
    colour = throughWater(sand * light, worldPlace, water);
  }
  pixel = vec4(finished(colour), 1.0);
}
