#include "ocean/light.glsl"
in float faint;
out vec4 pixel;
void main() {
  vec2 place = gl_PointCoord * 2.0 - 1.0;
  float disc = smoothstep(1.0, 0.1, dot(place, place));
  // Specks flash where shafts of light pass.
  vec3 lit = vec3(0.55, 0.78, 0.80) + 3.0 * shaftsBefore(2.0);
  pixel = vec4(lit * sunColour * sunshine, faint * disc);
}
