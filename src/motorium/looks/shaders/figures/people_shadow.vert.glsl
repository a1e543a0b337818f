#include "figures/view.glsl"
#include "figures/posed.glsl"
void main() {
  int row = int(who.x);
  int person = int(who.z);
  int segment = int(rides.x);
  if (!isWorn(person, rides.z) || abs(who.y) < 0.5) {
    gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
    return;
  }
  vec4 place = texelFetch(poses, ivec2(2 * segment, row), 0);
  vec4 turn = texelFetch(poses, ivec2(2 * segment + 1, row), 0);
  float tall = texelFetch(wardrobe, ivec2(WEAVE_COLUMN, person), 0).g + 0.5;
  gl_Position = projectionMatrix * viewMatrix * vec4(placed(place, turn, row, tall), 1.0);
}
