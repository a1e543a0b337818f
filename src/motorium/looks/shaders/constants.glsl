/** Numbers that shaders and the programs that feed them share; the page reads them from here. */
#include "wire.glsl"

/** Textures: fishes and leaves in a row, and texels of a fish: nodes, one for its fins, which holds
 * the origin in what the pose pass writes; then two a face. Beside nodes 1 to 12 stand the lengths of
 * muscles, beside the next four the angles of fins, beside the next three mouth, courtship and fear. */
#define FISHES_PER_ROW 16
#define LEAVES_PER_ROW 16
#define NODE_TEXELS (NODES_PER_BLOCK + 1)
#define ORIGIN_TEXEL NODES_PER_BLOCK
#define FIRST_FIN_TEXEL (1 + MUSCLES_PER_BLOCK)
#define FIRST_LOOK_TEXEL (FIRST_FIN_TEXEL + FINS_PER_BLOCK)
#define LOOKS 3
#define FIRST_FACE_TEXEL NODE_TEXELS
#define TERM_TEXTURE_WIDTH 256
#define TERM_WIDTH_BITS 8
#define CAUSTIC_LAYERS 24

/** Parts of a fish, and rays of its fins. */
#define PART_BODY 0
#define PART_EYE 1
#define PART_FIN 2
#define PART_PECTORAL 3
#define CAUDAL_RAYS 26
#define PECTORAL_RAYS 11
#define MOST_BANDS 12
/** How wide the line around a band is [L]. */
#define BAND_LINE 0.009
/** Jaws: how far the lower one drops and the upper one rises [rad]; how much of its length a mouth is
 * pushed forward and is deep, and of how much of it the skin at each lip is folded in. */
#define JAW_DROP 0.72
#define SNOUT_RISE 0.24
#define LIP_REACH 0.22
#define MOUTH_DEPTH 0.85
#define LIP_FOLD 0.13
/** Rows of a photograph's texture, of all: sides, dorsal and ventral fin. */
#define PHOTO_BODY 0.75
#define PHOTO_DORSAL 0.875
/** A muscle never shortens by more than this share of its length. */
#define DEEPEST 0.6

/** Height of the sand in open water, and edge of the box of specks around the eye [m]. */
#define SEABED_HEIGHT -2.5
#define SPECK_BOX 7.0

/** What stands on the ground is made of. */
#define MATTER_STONE 0
#define MATTER_BRANCH 1
#define MATTER_BRAIN 2
#define MATTER_PLATE 3
#define MATTER_SPONGE 4
#define MATTER_FAN 5
#define MATTER_FLESH 6

/** Maps of what is seen: what a pixel shows, in the bits above its number; a fish's is its row, an
 * obstacle's or a submarine's its own. */
#define SEEN_NUMBER_BITS 24
#define SEEN_NOTHING 0
#define SEEN_FISH 1
#define SEEN_GROUND 2
#define SEEN_OBSTACLE 3
#define SEEN_WEED 4
#define SEEN_FOOD 5
#define SEEN_SUBMARINE 6
#define SEEN_LINE 7
#define SEEN_PLANKTON 8
#define SEEN_BUBBLE 9
