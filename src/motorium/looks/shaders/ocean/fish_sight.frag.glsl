/** Which fish a pixel shows, and how far it is; fins count as they are cut, membranes with them. */
#include "ocean/sight.glsl"
flat in float who;
void main() { see(SEEN_FISH, int(who)); }
