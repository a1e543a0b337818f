/** Height of the sand; rocks stand on it too. */
#include "constants.glsl"
float seabed(vec2 place) {
  float dunes = sin(place.x * 0.31 + 1.3 * sin(place.y * 0.17)) * sin(place.y * 0.23 + 0.7);
  float banks = sin(place.x * 0.93 + place.y * 0.41) * sin(place.y * 0.77 - place.x * 0.29);
  return SEABED_HEIGHT + 0.26 * dunes + 0.07 * banks;
}
