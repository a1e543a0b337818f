/** Of bodies and clothes: columns of the wardrobe, as in people/body.ts. */
const int SKIN = 0;
const int LIPS = 1;
const int HAIR = 2;
const int EYE = 3;
const int IRIS = 4;
const int JACKET = 5;
const int TRIM = 6;
const int BELT = 7;
const int TROUSERS = 8;
const int BOOTS = 9;
const int SOLE = 10;
const int STEEL = 11;
const int DARK = 12;
const int WOOD = 13;
const int HAT = 14;
const int BAND = 15;
const int BAG = 16;
const int SCARF = 17;
const int SKIRT = 18;
/** What is worn; weave and height. */
const int PIECES_COLUMN = 30;
const int WEAVE_COLUMN = 31;
