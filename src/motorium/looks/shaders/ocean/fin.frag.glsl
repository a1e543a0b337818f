/** Fins alone, in the near view: one sees through their membranes. */
#include "ocean/skin_head.glsl"

void main() {
  float outwards = painted.y;
  float crisp;
  float rays = finRays(painted.z, crisp);
  float edge = 1.0 - finGap(painted.z, rays, crisp);
  float soft = max(fwidth(outwards), 0.004);
  float alpha = smoothstep(edge + soft, edge - soft, outwards);
  if (alpha < 0.02) discard;
  alpha *= mix(mix(0.80, 0.34, outwards), 0.93, rays * (1.0 - 0.55 * outwards));
  alpha = mix(1.0, alpha, smoothstep(0.0, 0.16, outwards));
  vec4 skin = finSkin(outwards, rays);
  vec3 colour = skin.rgb;
  alpha *= skin.a;
  if (alpha < 0.02) discard;

  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  if (dot(n, towardsEye) < 0.0) n = -n;
  vec3 day = daylight(worldPlace.y);
  float front = max(dot(n, sunwards), 0.0);
  float behind = max(-dot(n, sunwards), 0.0);
  float glow = pow(max(dot(-towardsEye, sunwards), 0.0), 3.0);
  float net = caustic(worldPlace);
  vec3 light = day * vec3(1.3, 1.24, 1.1) * (0.35 + 0.55 * front + 0.75 * behind + 0.9 * glow) * (0.55 + 0.45 * net);
  light += mix(vec3(0.05, 0.16, 0.21), vec3(0.32, 0.56, 0.60), n.y * 0.5 + 0.5);
  vec3 lit = colour * light + vec3(0.05, 0.14, 0.15) * pow(1.0 - abs(dot(n, towardsEye)), 2.0);
  lit = tinted(lit);
  pixel = vec4(finished(throughWater(lit, worldPlace, openWater(-towardsEye))), alpha);
}
