precision highp float;
uniform mat4 modelMatrix, viewMatrix, projectionMatrix;
in vec3 position, normal, tint;
in vec2 finish;
out vec3 worldPlace, worldNormal, ownPlace, colour;
out vec2 look;
void main() {
  vec4 place = modelMatrix * vec4(position, 1.0);
  worldPlace = place.xyz;
  worldNormal = mat3(modelMatrix) * normal;
  ownPlace = position;
  colour = tint;
  look = finish;
  gl_Position = projectionMatrix * viewMatrix * place;
}
