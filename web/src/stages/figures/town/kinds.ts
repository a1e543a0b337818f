/** What shaders of the town know by numbers. */

/** What a face of a house is. */
export const WALL = 0;
export const TILES = 1;
export const FLAT = 2;
export const PLAIN = 3;
export const AWNING = 4;

/** What the ground is. */
export const MEADOW = 0;
export const ASPHALT = 1;
export const PAVEMENT = 2;
export const SQUARE = 3;
export const ZEBRA = 4;
export const KERBSTONE = 5;
export const LINE = 6;
export const PIT = 7;
export const LAWN = 8;
export const GRAVEL = 9;
export const YARD = 10;
