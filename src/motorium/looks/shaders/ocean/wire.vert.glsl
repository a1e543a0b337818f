#include "constants.glsl"
precision highp float;
precision highp int;
uniform mat4 viewMatrix, projectionMatrix;
uniform float pointScale;
in float node, tint;
out vec3 worldPlace;
out float tinted;
flat out vec4 levelled;
#include "ocean/pose_lookup.glsl"
#include "ocean/level_colours.glsl"
void main() {
  worldPlace = poseTexel(gl_InstanceID, ORIGIN_TEXEL) + poseTexel(gl_InstanceID, int(node));
  int flags = poseFlags(gl_InstanceID);
  tinted = tint;
  levelled = levelColour(flags);
  gl_Position = projectionMatrix * viewMatrix * vec4(worldPlace, 1.0);
  // Beyond the far plane: nobody sees who is not shown.
  if (!isShown(flags)) gl_Position = vec4(0.0, 0.0, 2.0, 1.0);
  gl_PointSize = clamp(pointScale / gl_Position.w, 1.5, 6.0);
}
