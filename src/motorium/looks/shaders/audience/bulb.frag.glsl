/** A small bright middle, and a glow around it. */
void main() {
  float off = length(gl_PointCoord - 0.5) * 2.0;
  float glow = 0.30 * pow(max(0.0, 1.0 - off), 2.5) + smoothstep(0.20, 0.12, off);
  gl_FragColor = vec4(vec3(1.0, 0.74, 0.40) * glow, glow);
}
