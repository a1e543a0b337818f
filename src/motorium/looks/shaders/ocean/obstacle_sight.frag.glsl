/** Which obstacle a pixel shows, and how far it is. */
#include "ocean/sight.glsl"
flat in int who;
void main() { see(SEEN_OBSTACLE, who); }
