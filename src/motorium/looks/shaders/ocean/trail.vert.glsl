uniform float last;
in float order;
out float age;
void main() {
  age = last - order;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
