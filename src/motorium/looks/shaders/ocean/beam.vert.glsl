/** The beam: a cone of lit water, densest along its axis and near the lamp. */
precision highp float;
uniform mat4 modelMatrix, viewMatrix, projectionMatrix;
in vec3 position, normal;
in vec2 uv;
out vec3 worldPlace, worldNormal;
out float along;
void main() {
  vec4 place = modelMatrix * vec4(position, 1.0);
  worldPlace = place.xyz;
  worldNormal = mat3(modelMatrix) * normal;
  along = 1.0 - uv.y;
  gl_Position = projectionMatrix * viewMatrix * place;
}
