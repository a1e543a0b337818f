/** The light that falls on a stage. */
#include "figures/light_head.glsl"
#ifdef EVENING
#include "audience/evening.glsl"
#else
#include "figures/daylight.glsl"
#endif
