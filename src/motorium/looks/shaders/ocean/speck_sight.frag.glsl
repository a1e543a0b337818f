/** Which of many small things a pixel shows, and how far it is; they are round. */
#include "ocean/sight.glsl"
uniform int kind;
flat in int who;
void main() {
  vec2 place = gl_PointCoord * 2.0 - 1.0;
  if (dot(place, place) > 1.0) discard;
  see(kind, who);
}
