/** Soft darkness where somebody touches the ground: a capsule below trunk and head. */
#include "figures/view.glsl"
in vec3 position;
/** From where to where it lies below somebody [m]. */
in vec4 line;
/** Its width [m], its darkness, and the height of the ground. */
in vec3 blob;
out vec2 at;
flat out vec4 ends;
flat out vec2 how;
out vec3 place;
void main() {
  vec2 along = line.zw - line.xy;
  float length_ = length(along);
  vec2 unit = length_ > 1e-3 ? along / length_ : vec2(1.0, 0.0);
  float reach = 2.2 * blob.x;
  vec2 middle = 0.5 * (line.xy + line.zw);
  at = middle + position.x * (0.5 * length_ + reach) * unit
    + position.y * reach * vec2(-unit.y, unit.x);
  ends = line;
  how = blob.xy;
  place = vec3(at, blob.z + 0.012);
  gl_Position = projectionMatrix * viewMatrix * vec4(place, 1.0);
  gl_Position.z -= 2e-5 * gl_Position.w;
}
