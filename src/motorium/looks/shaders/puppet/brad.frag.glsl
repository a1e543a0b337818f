/** The round head of a brass pin, and its shadow. */
uniform float opacity;
varying vec2 at;
void main() {
  float reach = length(at);
  vec3 n = vec3(at, sqrt(max(0.0, 1.0 - reach * reach * 1.4)));
  float light = max(dot(normalize(n), normalize(vec3(-0.45, 0.7, 0.6))), 0.0);
  vec3 brass = vec3(0.62, 0.43, 0.17) * (0.45 + 0.75 * light) + vec3(1.0, 0.9, 0.66) * 0.7 * pow(light, 22.0);
  float blur = fwidth(reach);
  float head = smoothstep(0.72 + blur, 0.72 - blur, reach);
  float shade = 0.42 * smoothstep(1.0, 0.55, length(at - vec2(0.09, -0.14)));
  gl_FragColor = vec4(brass * head, opacity * max(head, shade));
}
