/** Glass that is brighter at its rim; there is none where the double is. */
precision highp float;
uniform vec3 eye;
in vec3 at, facing;
in float apart;
out vec4 pixel;
void main() {
  float rim = 1.0 - abs(dot(normalize(facing), normalize(at - eye)));
  rim *= rim;
  float seen = smoothstep(0.02, 0.08, apart) * smoothstep(-0.01, 0.02, at.z);
  vec3 colour = mix(vec3(0.16, 0.45, 0.86), vec3(0.80, 0.94, 1.0), rim);
  pixel = vec4(colour, seen * (0.26 + 0.6 * rim));
}
