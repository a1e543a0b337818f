#include "ocean/light.glsl"
in vec3 worldPlace, worldNormal, ownPlace, colour;
in vec2 look;
out vec4 pixel;
void main() {
  vec3 n = normalize(gl_FrontFacing ? worldNormal : -worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  // A boat that works: a little algae and wear in its lacquer.
  float wear = texture(noise, ownPlace.xy * 0.45 + ownPlace.zx * 0.23).r;
  vec3 paint = colour * (0.82 + 0.3 * wear);
  paint = mix(paint, paint * vec3(0.62, 0.72, 0.55), 0.5 * smoothstep(0.2, -0.6, n.y) * wear);
  float net = caustic(worldPlace);
  vec3 sun = daylight(worldPlace.y) * vec3(1.4, 1.32, 1.15);
  vec3 light = sun * max(dot(n, sunwards) * 0.85 + 0.15, 0.0) * (0.55 + 0.45 * net);
  light += mix(vec3(0.05, 0.085, 0.1), vec3(0.17, 0.26, 0.28), n.y * 0.5 + 0.5);
  vec3 halfway = normalize(sunwards + towardsEye);
  float shine = pow(max(dot(n, halfway), 0.0), 48.0) * look.x;
  float rim = pow(1.0 - max(dot(n, towardsEye), 0.0), 3.0) * look.x;
  vec3 lit = paint * light + sun * shine * 0.55 + openWater(reflect(-towardsEye, n)) * rim * 0.7;
  // What glows does so at night, too.
  lit += colour * look.y / max(max(sunshine.r, sunshine.g), 0.12);
  pixel = vec4(finished(throughWater(lit, worldPlace, openWater(-towardsEye))), 1.0);
}
