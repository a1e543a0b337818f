/** Which crumb a pixel shows, and how far it is. */
#include "ocean/sight.glsl"
flat in int who;
void main() {
  vec2 place = gl_PointCoord * 2.0 - 1.0;
  if (dot(place, place) > 1.0) discard;
  see(SEEN_FOOD, who);
}
