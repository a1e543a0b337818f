precision highp float;
precision highp int;
uniform mat4 viewMatrix, projectionMatrix;
uniform vec3 eye;
uniform float pixelScale, growth, least;
in vec4 speck;
out vec3 worldPlace;
out float faint, own;
flat out int who;
void main() {
  worldPlace = speck.xyz;
  who = gl_VertexID;
  own = fract(float(gl_VertexID) * 0.618034);
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
  // Nothing is here now.
  if (speck.w == 0.0) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
  float size = pixelScale * growth * speck.w / max(gl_Position.w, 0.05);
  gl_PointSize = clamp(size, least, 90.0);
  faint = min(1.0, size / least);
}
