varying vec2 at;
void main() {
  at = position.xy;
  vec4 middle = instanceMatrix[3];
  float size = length(instanceMatrix[0].xyz);
  gl_Position = projectionMatrix * viewMatrix * (middle + size * vec4(position.x, 0.0, position.y, 0.0));
}
