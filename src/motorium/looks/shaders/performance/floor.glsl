/** Slabs, a metre wide: their joints tell how far things are apart. Of the colour SLABS; `polished`
 * says what becomes of a finished colour on a floor that mirrors. */
/** As thin as it is, and never thinner than a pixel: then it is paler. */
float joints(vec2 place, float wide) {
  vec2 footprint = fwidth(place);
  vec2 drawn = max(vec2(wide), 1.2 * footprint);
  vec2 beside = abs(fract(place + 0.5) - 0.5);
  vec2 line = (1.0 - smoothstep(0.5 * drawn, 0.5 * drawn + footprint, beside)) * min(vec2(1.0), wide / drawn);
  line *= 1.0 - smoothstep(0.25, 0.6, footprint);
  return max(line.x, line.y);
}

void main() {
  vec2 slab = floor(at.xy);
  vec3 albedo = SLABS * (0.955 + 0.09 * hash(slab));
#ifdef FINE
  vec2 footprint = fwidth(at.xy);
  float clouds = noise(at.xy * 0.8) * 0.55 + noise(at.xy * 3.1 + 7.0) * 0.45;
  float grains = mix(0.5, noise(at.xy * 90.0), resolved(0.02, footprint));
  albedo *= 0.90 + 0.14 * clouds + 0.08 * grains;
#endif
  albedo *= 1.0 - 0.55 * joints(at.xy, 0.008);
  float mirror = 0.0;
  vec3 shown = lit(albedo, at, vec3(0.0, 0.0, 1.0), 1.0);
#ifdef FINE
  // It is polished: seen at a flat angle it shows the sky.
  vec3 towards = normalize(at - eye);
  mirror = 0.03 + 0.5 * pow(1.0 - clamp(-towards.z, 0.0, 1.0), 5.0);
  shown = mix(shown, skyColour(vec3(towards.xy, -towards.z)), mirror);
#endif
  pixel = vec4(polished(finished(throughAir(shown, at)), mirror), 1.0);
}
