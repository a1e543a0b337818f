/** What else a pixel shows than a fish, and how far it is. */
#include "ocean/sight.glsl"
uniform int kind, number;
void main() { see(kind, number); }
