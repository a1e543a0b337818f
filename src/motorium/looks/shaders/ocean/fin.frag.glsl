/** Fins alone, in the near view: one sees through their membranes. */
#include "ocean/skin_head.glsl"

void main() {
  float outwards = painted.y;
  float crisp;
  float rays = finRays(painted.z, crisp);
  float edge = 1.0 - finGap(painted.z, rays, crisp);
  float soft = max(fwidth(outwards), 0.004);
  vec4 skin = finSkin(outwards, rays);
  float alpha = smoothstep(edge + soft, edge - soft, outwards) * skin.a;
  if (alpha < 0.02) discard;
  alpha *= finOpacity(outwards, rays);
  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  if (dot(n, towardsEye) < 0.0) n = -n;
  vec3 lit = finLit(skin.rgb, n, towardsEye);
  pixel = vec4(finished(throughWater(lit, worldPlace, openWater(-towardsEye))), alpha);
}
