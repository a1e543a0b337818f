uniform vec3 color;
uniform float opacity;
varying vec2 vPaper;
float hash(vec2 p) { return fract(sin(dot(p, vec2(127.1, 311.7))) * 43758.5453); }
float noise(vec2 p) {
  vec2 i = floor(p), f = fract(p);
  f = f * f * (3.0 - 2.0 * f);
  return mix(mix(hash(i), hash(i + vec2(1, 0)), f.x),
             mix(hash(i + vec2(0, 1)), hash(i + vec2(1, 1)), f.x), f.y);
}
void main() {
  float fibre = noise(vPaper * vec2(260.0, 120.0)) * 0.6 + noise(vPaper * 34.0) * 0.4;
  gl_FragColor = vec4(color * (0.95 + 0.085 * fibre), opacity);
}
