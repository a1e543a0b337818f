vec3 woven(vec3 colour) {
#ifndef FINE
  if (weave == 1.0) return colour * (0.6 + 0.8 * hash(floor(own.yz * 14.0)));
#endif
  if (weave == 1.0) {
    vec2 cut = mat2(0.8, 0.6, -0.6, 0.8) * (own.yz + vec2(own.x, 0.4 * own.x));
    cut += 0.02 * vec2(noise(cut * 60.0), noise(cut * 60.0 + 9.0));
    float patches = 0.65 * noise(cut * 17.0) + 0.35 * noise(cut * 41.0 + 7.0);
    float dark = noise(cut * 15.0 + 31.0);
    colour = mix(colour, colour * vec3(1.42, 1.30, 1.10), smoothstep(0.56, 0.60, patches));
    return mix(colour, colour * vec3(0.46, 0.44, 0.40), smoothstep(0.62, 0.66, dark));
  }
  if (weave == 2.0) return mix(colour, vec3(0.72, 0.69, 0.62), 0.75 * step(0.5, fract(own.z * 22.0)));
  if (weave == 3.0) {
    vec2 line = step(0.66, fract(own.yz * 15.0));
    return colour * (1.0 - 0.34 * line.x - 0.34 * line.y);
  }
  return colour;
}

void main() {
  // A screen door: of two levels each has the pixels that the other one leaves.
  if (abs(share) < 1.0) {
    float grain = fract(52.9829189 * fract(dot(gl_FragCoord.xy, vec2(0.06711056, 0.00583715))));
    if (share > 0.0 ? grain >= share : grain < 1.0 + share) discard;
  }
  vec3 n = normalize(facing);
  vec3 towards = normalize(at - eye);
  // Cloth is seen from inside, too.
  if (dot(n, towards) > 0.25) n = -n;
  vec3 colour = tinted(woven(paint));
  float facingSun = dot(n, sunwards);
  float sun = sunshine(at, n);
  // Light goes around cloth, and reddens in skin.
  float soft = weave == -1.0 ? 0.28 : 0.16;
  float wrapped = max((facingSun + soft) / (1.0 + soft), 0.0);
  vec3 tone = weave == -1.0 ? mix(vec3(1.0, 0.72, 0.62), vec3(1.0), smoothstep(0.0, 0.5, wrapped)) : vec3(1.0);
  float open = 0.58 + 0.42 * smoothstep(0.0, 0.9, at.z);
  vec3 sky = mix(mix(BELOW, AROUND, smoothstep(-1.0, 0.0, n.z)), ABOVE, smoothstep(0.0, 1.0, n.z));
  sky += 0.2 * SUN * vec3(0.30, 0.26, 0.21) * max(0.0, 0.6 - facingSun);
  vec3 shown = colour * (SUN * sun * wrapped * tone + sky * open);
  float rim = pow(1.0 - abs(dot(n, towards)), 3.0);
  shown += rim * (0.10 * sky + 0.16 * SUN * sun * max(dot(towards, sunwards), 0.0)) * (0.35 + colour);
  shown += glow(rim);
  if (weave == -2.0) {
    vec3 half_ = normalize(sunwards - towards);
    shown += 0.35 * SUN * sun * pow(max(dot(n, half_), 0.0), 24.0);
  }
  pixel = vec4(finished(throughAir(shown, at)), 1.0);
}
