precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
in vec3 position, normal;
in float shade;
out vec3 worldPlace, groundNormal;
out float hollow;
void main() {
  worldPlace = position;
  groundNormal = normal;
  hollow = shade;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
