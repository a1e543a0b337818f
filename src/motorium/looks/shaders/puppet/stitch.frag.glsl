/** Thread that goes in and out of felt: stitches are counted along. */
uniform vec3 color;
uniform float opacity;
varying float vAlong;
void main() {
  float off = abs(fract(vAlong) - 0.5);
  float blur = max(fwidth(vAlong), 0.02);
  gl_FragColor = vec4(color, 0.75 * opacity * smoothstep(0.3 + blur, 0.3 - blur, off));
}
