attribute vec2 paper;
varying vec2 vPaper;
void main() {
  vPaper = paper;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
}
