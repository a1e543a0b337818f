#include "ocean/light.glsl"
in vec3 worldPlace, worldNormal, colour;
in float furrow;
out vec4 pixel;
void main() {
  vec3 n = normalize(worldNormal);
  vec3 offset = worldPlace - eye;
  float near = exp(-0.25 * length(offset));
  vec2 side = abs(n.x) > abs(n.z) ? worldPlace.zy : worldPlace.xy;
  vec2 uv = abs(n.y) > 0.7 ? worldPlace.xz : side;
  vec4 grain = texture(noise, uv * 0.55);
  vec4 pores = texture(noise, uv * 2.3);
  n = normalize(n + ((grain.gbr - 0.5) * 0.9 + (pores.gbr - 0.5) * 1.1 * near) * 0.55);
  vec3 stone = colour * (0.62 + 0.5 * grain.r + 0.5 * (pores.a - 0.5) * near);
  // Furrows of a brain coral: lines of equal height in the noise.
  float line = abs(fract(grain.r * 7.0 + pores.r * 0.9) - 0.5) * 2.0;
  stone *= mix(1.0, 0.45 + 0.8 * smoothstep(0.1, 0.75, line), furrow);
  float net = caustic(worldPlace);
  vec3 light = daylight(worldPlace.y) * vec3(1.35, 1.3, 1.15)
    * max(dot(n, sunwards) * 0.85 + 0.15, 0.0) * (0.5 + 0.45 * net);
  light += mix(vec3(0.035, 0.07, 0.09), vec3(0.13, 0.22, 0.24), n.y * 0.5 + 0.5);
  vec3 seen = throughWater(stone * light, worldPlace, openWater(normalize(offset)));
  pixel = vec4(finished(seen), 1.0);
}
