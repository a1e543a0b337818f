#include "constants.glsl"
precision highp float;
uniform mat4 viewMatrix, projectionMatrix;
uniform vec3 eye;
uniform float time, pixelScale;
in vec4 speck;
out float faint;
void main() {
  vec3 drift = vec3(0.03, -0.035, 0.018) * time * (0.6 + speck.w)
    + 0.05 * sin(time * (0.25 + 0.3 * speck.w) + speck.yzx * 40.0);
  vec3 offset = mod(speck.xyz * SPECK_BOX + drift - eye, SPECK_BOX) - (0.5 * SPECK_BOX);
  float distance = length(offset);
  gl_Position = projectionMatrix * viewMatrix * vec4(eye + offset, 1.0);
  float size = pixelScale * (0.0022 + 0.0035 * speck.w * speck.w) / max(gl_Position.w, 0.05);
  gl_PointSize = clamp(size, 1.0, 7.0);
  faint = (0.10 + 0.28 * speck.w) * min(size, 1.0) * smoothstep((0.5 * SPECK_BOX), 1.0, distance)
    * smoothstep(0.1, 0.5, distance);
}
