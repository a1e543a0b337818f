/** The skin of a fish whose muscles are shown: glass, bright where it is seen edge-on. */
#include "ocean/skin_head.glsl"

void main() {
  float part = painted.x, s = onFish.x, rise = painted.y;
  bool eyeball = abs(part - float(PART_EYE)) < 0.5;
  float outwards = eyeball ? 0.0 : alongTail(painted.w);
  float crisp;
  float rays = finRays(painted.z * float(CAUDAL_RAYS), crisp);
  if (!eyeball && outwards > 1.0 - 0.045 * (1.0 - rays) * crisp) discard;
  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  float facing = max(dot(n, towardsEye), 0.0);
  vec3 water = openWater(-towardsEye);
  if (eyeball) {
    vec3 iris = mix(vec3(0.004), irisColour * 0.5, smoothstep(0.55, 0.62, rise));
    float glint = pow(max(dot(n, normalize(sunwards + towardsEye)), 0.0), 220.0);
    pixel = vec4(finished(throughWater(iris + 2.0 * glint, worldPlace, water)), 1.0);
    return;
  }
  float thin = smoothstep(0.0, 0.45, outwards);
  vec3 body = mix(flankColour, backColour, smoothstep(0.0, 0.8, rise));
  body = mix(body, bellyColour, smoothstep(-0.1, -0.8, rise));
  vec3 colour = mix(body, finPaint(outwards, rays), thin);
  float rim = pow(1.0 - facing, 1.7);
  vec3 day = daylight(worldPlace.y);
  vec3 lit = colour * (0.35 + 0.5 * day * max(dot(n, sunwards), 0.0)) * 0.5;
  lit += vec3(0.22, 0.56, 0.62) * rim + openWater(reflect(-towardsEye, n)) * 0.25;
  lit += day * 0.5 * pow(max(dot(n, normalize(sunwards + towardsEye)), 0.0), 60.0);
  // The head keeps more of its own look, so that one sees where the fish looks.
  float alpha = 0.12 + 0.85 * rim + 0.26 * smoothstep(0.17, 0.04, s) + 0.4 * thin * (0.4 + 0.6 * rays);
  pixel = vec4(finished(throughWater(lit, worldPlace, water)), min(alpha, 0.92));
}
