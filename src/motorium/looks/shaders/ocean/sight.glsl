/** Maps for who studies vision: x is what is seen (SEEN_*) and its number, y the bits of how far it is
 * from the eye [m]. Whole numbers, because only those can be rendered with 32 bits everywhere. */
#include "constants.glsl"
precision highp float;
precision highp int;
uniform vec3 eye;
in vec3 worldPlace;
out uvec4 seen;

void see(int what, int which) {
  seen = uvec4((uint(what) << SEEN_NUMBER_BITS) | uint(which), floatBitsToUint(length(worldPlace - eye)), 0u, 0u);
}
