uniform float tall;
attribute float size;
void main() {
  vec4 seen = viewMatrix * vec4(position, 1.0);
  gl_Position = projectionMatrix * seen;
  float wide = size * tall * projectionMatrix[1][1] / -seen.z;
  gl_PointSize = clamp(wide, 6.0, 160.0);
}
