/** For fragment shaders: lays the tint over a colour, before and after it is lit. */
flat in vec4 levelled;

vec3 tinted(vec3 colour) {
  if (levelled.a == 0.0) return colour;
  float bright = dot(colour, vec3(0.3, 0.59, 0.11));
  return mix(colour, levelled.rgb * (0.35 + 0.9 * bright), 0.82);
}

/** Who is fixed has a white rim. */
vec3 rimmed(vec3 lit, float facing) {
  if (levelled.a == 0.0) return lit;
  float rim = smoothstep(0.34, 0.16, facing);
  return mix(lit, vec3(0.95), levelled.a > 0.75 ? rim : 0.0);
}
