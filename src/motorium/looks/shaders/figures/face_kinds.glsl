/** What a face of a house is, as in town/kinds.ts. */
const int WALL = 0;
const int TILES = 1;
const int FLAT = 2;
const int PLAIN = 3;
const int AWNING = 4;
