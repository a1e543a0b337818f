precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
uniform vec3 eye;
in vec3 position;
out vec3 worldPlace, groundNormal;
out float hollow;
#include "ocean/seabed_relief.glsl"
void main() {
  vec2 place = position.xz + eye.xz;
  groundNormal = vec3(0.0, 1.0, 0.0);
  hollow = 0.0;
  worldPlace = vec3(place.x, seabed(place), place.y);
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
}
