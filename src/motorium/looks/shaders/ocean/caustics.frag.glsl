/** The net of light between two moments of its period. */
#include "constants.glsl"
precision highp float;
precision highp sampler2DArray;
uniform sampler2DArray layers;
uniform float time;
in vec2 onScreen;
out vec4 pixel;

void main() {
  float layer = mod(time * 9.0, float(CAUSTIC_LAYERS));
  float first = floor(layer);
  float second = mod(first + 1.0, float(CAUSTIC_LAYERS));
  vec2 uv = 0.5 * onScreen + 0.5;
  pixel = mix(texture(layers, vec3(uv, first)), texture(layers, vec3(uv, second)), layer - first);
}
