#include "ocean/light.glsl"
in vec3 worldPlace, worldNormal;
in vec2 onMuscle;
flat in float work;
out vec4 pixel;
void main() {
  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  float facing = max(dot(n, towardsEye), 0.0);
  vec3 colour = mix(vec3(0.09, 0.15, 0.22), vec3(0.50, 0.022, 0.022), smoothstep(0.0, 0.5, work));
  // Fibres run along; tendons at the ends are pale.
  float fibre = 0.5 + 0.5 * sin(onMuscle.y * 11.0 + 2.5 * sin(onMuscle.x * 5.0));
  colour *= 0.78 + 0.30 * fibre;
  float tendon = smoothstep(0.12, 0.0, min(onMuscle.x, 1.0 - onMuscle.x));
  colour = mix(colour, vec3(0.42, 0.50, 0.52), 0.75 * tendon);
  vec3 day = daylight(worldPlace.y);
  vec3 light = day * 1.1 * max(dot(n, sunwards) * 0.7 + 0.3, 0.0) + mix(vec3(0.10, 0.22, 0.27), vec3(0.40, 0.62, 0.66), n.y * 0.5 + 0.5);
  vec3 lit = colour * light;
  lit += day * 0.22 * pow(max(dot(n, normalize(sunwards + towardsEye)), 0.0), 26.0);
  // What works glows.
  lit += vec3(1.30, 0.035, 0.015) * work * work * (0.35 + 0.65 * facing) * (1.0 - 0.6 * tendon);
  lit += vec3(1.2, 0.30, 0.05) * pow(work, 5.0) * facing;
  vec3 water = openWater(-towardsEye);
  pixel = vec4(finished(throughWater(lit, worldPlace, water)), 1.0);
}
