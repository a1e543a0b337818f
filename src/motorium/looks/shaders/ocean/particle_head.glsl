#include "ocean/light.glsl"
in vec3 worldPlace;
in float faint, own;
out vec4 pixel;
/** What the water lets through from here. */
float clearness() {
  return exp(-(0.12 + SCATTERING) * murk * length(worldPlace - eye));
}
