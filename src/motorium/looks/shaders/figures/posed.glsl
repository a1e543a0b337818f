#include "figures/materials.glsl"
/** Where a vertex is: it rides on one segment, whose place, scale and turn a texture has. */
uniform sampler2D poses;
uniform sampler2D wardrobe;
in vec3 position, normal;
/** Segment, material, and the piece of clothing that it belongs to (0: everybody's). */
in vec3 rides;
/** Of an instance: row in the poses, share (below 0: that of the coarser one), row in the wardrobe,
 * and height of the ground [m]. */
in vec4 who;

vec3 turned(vec4 turn, vec3 v) {
  return v + 2.0 * cross(turn.xyz, cross(turn.xyz, v) + turn.w * v);
}

bool isWorn(int person, float piece) {
  if (piece < 0.5) return true;
  ivec2 texel = ivec2(round(255.0 * texelFetch(wardrobe, ivec2(PIECES_COLUMN, person), 0).rg));
  return (((texel.x | (texel.y << 8)) >> (int(piece) - 1)) & 1) == 1;
}

vec3 placed(vec4 place, vec4 turn, int row, float tall) {
  // Flesh of who has longer bones is larger by the fourth number.
  vec3 world = place.xyz + turned(turn, position);
  // Taller and shorter people grow from the ground below them.
  vec2 foot = texelFetch(poses, ivec2(0, row), 0).xy;
  world.xy = foot + tall * (world.xy - foot);
  return vec3(world.xy, tall * world.z + who.w);
}
