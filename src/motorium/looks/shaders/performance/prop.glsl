#ifdef SEEN_THROUGH
/** What hides a double lets one see him: less of it is left, the nearer to him one looks. */
uniform vec3 watched;
float left() {
  vec3 away = at - eye;
  vec3 off = watched - eye;
  float far = length(away);
  float beside = length(cross(away / far, off));
  float before = smoothstep(0.1, 0.5, length(off) - far);
  return mix(1.0, 0.14, before * smoothstep(1.5, 0.8, beside));
}
#else
float left() {
  return 1.0;
}
#endif

void main() {
  vec3 n = normalize(facing);
  float gloss;
  vec3 albedo = surface(gloss);
  float facingSun = dot(n, sunwards);
  float sun = facingSun > 0.0 ? sunshine(at, n) : 0.0;
  // What faces the floor sees little of the sky near to it.
  float open = mix(0.45, 1.0, smoothstep(-0.1, 0.5, at.z + 0.35 * n.z));
  vec3 shown = albedo * (SUN * sun * max(facingSun, 0.0) + open * skylight(n, facingSun));
  vec3 towards = normalize(at - eye);
  vec3 half_ = normalize(sunwards - towards);
  float rim = pow(1.0 - max(-dot(n, towards), 0.0), 4.0);
  shown += gloss * (SUN * sun * 0.5 * pow(max(dot(n, half_), 0.0), 28.0) + 0.35 * open * rim * ABOVE);
  pixel = vec4(finished(throughAir(shown, at)), left());
}
