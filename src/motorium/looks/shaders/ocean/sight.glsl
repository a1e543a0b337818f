/** Maps of what is seen, off line: x is what it is (SEEN_*) and which, y the bits of how far it is from
 * the eye [m]. Whole numbers tell one rock from another; the page, whose maps do not, has
 * sight.frag.glsl. */
#include "constants.glsl"
precision highp float;
precision highp int;
uniform vec3 eye;
in vec3 worldPlace;
out uvec4 seen;

void see(int what, int which) {
  seen = uvec4((uint(what) << SEEN_NUMBER_BITS) | uint(which), floatBitsToUint(length(worldPlace - eye)), 0u, 0u);
}
