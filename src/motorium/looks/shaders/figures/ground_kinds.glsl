/** What the ground is, as in town/kinds.ts. */
const int MEADOW = 0;
const int ASPHALT = 1;
const int PAVEMENT = 2;
const int SQUARE = 3;
const int ZEBRA = 4;
const int KERBSTONE = 5;
const int LINE = 6;
const int PIT = 7;
const int LAWN = 8;
const int GRAVEL = 9;
const int YARD = 10;
