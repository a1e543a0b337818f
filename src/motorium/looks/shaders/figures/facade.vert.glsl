#include "figures/view.glsl"
in vec3 position, normal, colour;
/** Metres along and up the face. */
in vec2 metres;
/** Width and height of the face [m], a number of the house (0 to 1), and its kind; a wall that looks
 * at a street has half a kind more. */
in vec4 face;
out vec3 place, facing, paint;
out vec2 at;
flat out vec4 about;
void main() {
  place = position;
  facing = normal;
  paint = colour;
  at = metres;
  about = face;
  gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0);
}
