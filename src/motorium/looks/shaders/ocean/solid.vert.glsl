precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
in vec3 position, normal, tint;
in float groove;
out vec3 worldPlace, worldNormal, colour;
out float furrow;
void main() {
  worldPlace = position;
  worldNormal = normal;
  colour = tint;
  furrow = groove;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
