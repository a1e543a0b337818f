#include "ocean/light.glsl"
in float faint;
out vec4 pixel;
void main() {
  vec2 place = gl_PointCoord * 2.0 - 1.0;
  float disc = smoothstep(1.0, 0.1, dot(place, place));
  pixel = vec4(vec3(0.62, 0.90, 0.92) * sunshine, faint * disc);
}
