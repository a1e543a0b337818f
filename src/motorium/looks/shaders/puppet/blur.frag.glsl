uniform sampler2D source;
uniform vec2 way;
varying vec2 vUv;
void main() {
  float sum = 0.0, weights = 0.0;
  for (int k = -6; k <= 6; k++) {
    float weight = exp(-float(k * k) / 14.0);
    sum += weight * texture2D(source, vUv + float(k) * way).r;
    weights += weight;
  }
  gl_FragColor = vec4(vec3(sum / weights), 1.0);
}
