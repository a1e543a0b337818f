#include "ocean/skin_head.glsl"
#include "ocean/skin_marks.glsl"

vec3 eyePaint(float r, float varied, float lustre) {
  // A bright ring around the pupil, darker towards the rim.
  vec3 iris = irisColour * (0.5 + 0.1 * varied) * (0.8 + 0.2 * lustre) * (1.0 - 0.45 * smoothstep(0.66, 0.9, r));
  vec3 colour = mix(vec3(0.004), iris, smoothstep(0.55, 0.62, r));
  return mix(colour, backColour * 0.4, smoothstep(0.82, 0.94, r));
}

/** A fin among the skin of those who are far away: water shows through it, whatever is behind, and as
 * blending would show it, in the colours of the screen. */
vec3 distantFin(vec3 n, vec3 towardsEye, vec3 water) {
  float outwards = painted.y, crisp;
  float rays = finRays(painted.z, crisp);
  vec4 skin = finSkin(outwards, rays);
  if (outwards > 1.0 - finGap(painted.z, rays, crisp) || skin.a < 0.4) discard;
  vec3 lit = finished(throughWater(finLit(skin.rgb, n, towardsEye), worldPlace, water));
  // Behind pectoral fins is the body.
  bool pectoral = painted.x > float(PART_PECTORAL) - 0.5;
  return mix(finished(waterColour(-towardsEye)), lit, pectoral ? 1.0 : finOpacity(outwards, rays));
}

void main() {
  float part = painted.x, s = onFish.x;
  float varied = hash(0.71);
  bool eyeball = abs(part - float(PART_EYE)) < 0.5;
  vec3 n = normalize(worldNormal);
  vec3 towardsEye = normalize(eye - worldPlace);
  vec3 water = openWater(-towardsEye);
  if (part > float(PART_FIN) - 0.5) {
    pixel = vec4(distantFin(dot(n, towardsEye) < 0.0 ? -n : n, towardsEye, water), 1.0);
    return;
  }

  float outwards = eyeball ? 0.0 : alongTail(painted.w);
  float crisp;
  float across = painted.z * float(CAUDAL_RAYS);
  float rays = finRays(across, crisp);
  // Membranes end a little before the rays do.
  if (outwards > 1.0 - finGap(across, rays, crisp)) discard;
  float thin = smoothstep(0.0, 0.45, outwards);

  float shine, inMouth = 0.0;
  vec3 colour = skinPaint(onFish.xy, painted.y, painted.z, painted.w, shine);
  if (!eyeball) colour = mouthPaint(colour, onFish.xy, inMouth);
  float eyeRange = length(onFish.xy - eyePlace.xy) / eyePlace.z;
  float r = eyeball ? painted.y : eyeRange;
  float inEye = eyeball ? 1.0 : smoothstep(1.0, 0.86, eyeRange);
  colour = mix(colour, eyePaint(r, varied, eyeball ? painted.z * painted.w : 0.0), inEye);
  if (photographed < 0.5) colour = mix(colour, finPaint(outwards, rays), thin);
  shine *= (1.0 - thin) * (1.0 - 0.7 * inEye) * (1.0 - inMouth);

  vec2 scale = scales(s, painted.z);
  scale = mix(scale, vec2(0.0, 0.5), max(max(inEye, inMouth), max(thin, smoothstep(0.0, 0.3, outwards))));
  n = normalize(n + normalize(worldBack) * (scale.x * 0.22 + (scale.y - 0.5) * 0.10));
  colour *= 1.0 + 0.5 * scale.x * (0.4 + shine) + 0.22 * (scale.y - 0.5);

  vec3 day = daylight(worldPlace.y);
  float facing = max(dot(n, towardsEye), 0.0);
  float sun = dot(n, sunwards);
  float net = caustic(worldPlace);
  vec3 light = day * (vec3(1.30, 1.24, 1.10) * max(sun * 0.8 + 0.2, 0.0) * (0.45 + 0.62 * net * smoothstep(-0.1, 0.6, n.y)));
  light += mix(vec3(0.10, 0.155, 0.175), vec3(0.46, 0.61, 0.60), n.y * 0.5 + 0.5);
  // Fins let the light through that falls on their other side.
  float clear = thin * (1.0 - fleshy());
  light += day * clear * (0.35 + 0.6 * max(-sun, 0.0));
  // Little light gets into a mouth.
  light *= 1.0 - 0.75 * inMouth;
  vec3 lit = colour * light * 0.8;
  lit = mix(lit, water, clear * (1.0 - 0.6 * rays) * 0.55 * outwards);

  // Silver flanks are mirrors of the water; the thin layers in them tint with the angle.
  vec3 mirror = openWater(reflect(-towardsEye, n));
  float fresnel = (0.06 + 0.94 * pow(1.0 - facing, 5.0)) * (1.0 - thin) * (1.0 - inMouth);
  vec3 sheen = 0.5 + 0.5 * cos(6.2832 * (facing * 0.9 + scale.y * 0.25 + varied * 0.3 + vec3(0.0, 0.33, 0.62)));
  lit += mirror * (fresnel * (0.3 + 0.4 * silver) + 0.55 * shine) * mix(vec3(1.0), sheen + 0.35, 0.45 * shine);
  vec3 halfway = normalize(sunwards + towardsEye);
  float gloss = pow(max(dot(n, halfway), 0.0), mix(34.0, 220.0, inEye));
  lit += day * gloss * (mix(0.16 + 0.30 * shine, 2.6, inEye) * (1.0 - thin) * (1.0 - inMouth)) * (0.5 + 0.6 * net);
  lit += vec3(0.10, 0.30, 0.33) * pow(1.0 - facing, 3.0) * smoothstep(-0.5, 0.8, n.y)
    * ((0.5 + 0.5 * silver) * (1.0 - 0.7 * thin));

  lit = rimmed(mix(tinted(lit), lit, inEye), mix(facing, 1.0, thin));
  pixel = vec4(finished(throughWater(lit, worldPlace, water)), 1.0);
}
