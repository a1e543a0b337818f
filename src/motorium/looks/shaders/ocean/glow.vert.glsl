/** A glow that always faces the eye: a lamp seen through water. */
precision highp float;
uniform mat4 modelViewMatrix, projectionMatrix, modelMatrix;
uniform float reach;
in vec3 position;
in vec3 lamp;
out vec2 at;
out vec3 worldPlace;
out float facing;
uniform vec3 eye;
void main() {
  vec4 place = modelViewMatrix * vec4(lamp, 1.0);
  worldPlace = (modelMatrix * vec4(lamp, 1.0)).xyz;
  vec3 ahead = normalize(mat3(modelMatrix) * vec3(1.0, 0.0, 0.0));
  facing = dot(ahead, normalize(eye - worldPlace));
  at = position.xy;
  place.xy += position.xy * reach;
  // Before the lamp itself.
  place.xyz *= 1.0 - 0.1 / max(length(place.xyz), 0.2);
  gl_Position = projectionMatrix * place;
}
