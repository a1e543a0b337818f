precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
in vec3 position;
out vec3 worldPlace;
void main() {
  worldPlace = position;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
