/** Whether a species' shape can be drawn; what does not fit is named in a phrase. */
import { MOST_FACES } from "./frame.ts";
import { NODES_PER_BLOCK, type SpeciesInfo } from "./messages.ts";

const MOST_POINTS = 64;
const MOST_DEGREE = 5;
const MOST_PATCHES = 32;
const MOST_BANDS = 12;
const MOST_STRIPES = 40;
const MOST_SCALES = 60;
const MOST_SLITS = 7;
const BINDING_SIZE = 6;
/** Places and offsets are smaller [L]. */
const FARTHEST = 10;

export function shapeMisfit(species: SpeciesInfo): string | undefined {
  const { length, nodes } = species;
  // What came over the wire may be anything.
  const skin = species.skin as unknown as Record<string, unknown>;
  if (!(length > 0 && length < 100)) return `its length is ${length} m`;
  if (nodes.length !== 3 * NODES_PER_BLOCK || !nodes.every(isNear)) {
    return `it needs ${NODES_PER_BLOCK} nodes of three numbers below ${FARTHEST}`;
  }
  const { faces, patches } = skin;
  if (!isListOf(faces, isFace) || faces.length === 0 || faces.length > MOST_FACES) {
    return `it needs 1 to ${MOST_FACES} faces of four nodes from 0 to ${NODES_PER_BLOCK - 1}`;
  }
  if (!isListOf(patches, isRecord) || patches.length > MOST_PATCHES) {
    return `its patches are no list of at most ${MOST_PATCHES}`;
  }
  for (const patch of patches) {
    const wrong = patchMisfit(patch, faces.length);
    if (wrong) return `patch "${patch.name}" ${wrong}`;
  }
  for (const side of ["left", "right"]) {
    if (!patches.some(({ name }) => name === side)) return `it has no patch "${side}"`;
  }
  return paletteMisfit(skin.palette) ?? headMisfit(skin.eye, skin.mouth, faces.length);
}

function patchMisfit(patch: Record<string, unknown>, faces: number): string | undefined {
  const { name, rows, columns, degrees, flip, bindings } = patch;
  if (typeof name !== "string" || typeof flip !== "boolean") return "lacks a name or flip";
  if (!isCount(rows, 2, MOST_POINTS) || !isCount(columns, 2, MOST_POINTS)) {
    return `needs 2 to ${MOST_POINTS} rows and columns`;
  }
  const fits = (degree: unknown, points: number) =>
    isCount(degree, 1, Math.min(MOST_DEGREE, points - 1));
  if (!Array.isArray(degrees) || !fits(degrees[0], rows) || !fits(degrees[1], columns)) {
    return "has degrees that its rows and columns do not carry";
  }
  const size = rows * columns * BINDING_SIZE;
  if (!isListOf(bindings, isNumber) || bindings.length !== size) {
    return `needs ${size} numbers as bindings`;
  }
  for (let at = 0; at < size; at += BINDING_SIZE) {
    if (!isBinding(bindings.slice(at, at + BINDING_SIZE), faces)) {
      return `has a point on face ${bindings[at]}, or far from it; there are ${faces} faces`;
    }
  }
  return undefined;
}

function paletteMisfit(palette: unknown): string | undefined {
  if (!isRecord(palette)) return "it has no palette";
  const wrong = ["back", "flank", "belly", "fin", "accent"].find((key) => !isColour(palette[key]));
  if (wrong) return `its colour "${wrong}" is not of the form #rrggbb`;
  const odd = ["edge", "margin", "courtship"].find(
    (key) => palette[key] !== null && !isColour(palette[key]),
  );
  if (odd) return `its colour "${odd}" is neither #rrggbb nor null`;
  const { bands, spots, false_eye: decoy } = palette;
  if (!isListOf(bands, isPair) || bands.length > MOST_BANDS) {
    return `its bands are not at most ${MOST_BANDS} pairs of numbers`;
  }
  if (!isCount(palette.stripes, 0, MOST_STRIPES)) return `it needs 0 to ${MOST_STRIPES} stripes`;
  if (!isCount(palette.scales, 0, MOST_SCALES))
    return `it needs 0 to ${MOST_SCALES} rows of scales`;
  if (!isCount(palette.gill_slits, 0, MOST_SLITS)) return `it needs 0 to ${MOST_SLITS} gill slits`;
  const unsure = ["mottle", "variety"].find((key) => !isShare(palette[key]));
  if (unsure) return `its ${unsure} is not from 0 to 1`;
  if (spots !== null && !isSpots(spots)) return "its spots are incomplete";
  if (decoy !== null && !isDecoy(decoy)) return "its false eye is incomplete";
  return undefined;
}

function headMisfit(eye: unknown, mouth: unknown, faces: number): string | undefined {
  if (!isRecord(eye) || !isColour(eye.iris) || !isPair(eye.uv)) return "its eye is incomplete";
  if (!isNear(eye.radius) || eye.radius <= 0) return "its eye has no radius";
  if (!isBinding(eye.left, faces) || !isBinding(eye.right, faces)) {
    return "its eyes are not on its faces";
  }
  if (!isRecord(mouth) || !isListOf(mouth.uv, isNear) || mouth.uv.length !== 4) {
    return "its mouth is not four numbers";
  }
  return undefined;
}

function isSpots(value: unknown): boolean {
  if (!isRecord(value) || !isColour(value.color) || !isShare(value.density)) return false;
  const { size, start, end, low, high } = value;
  return [size, start, end, low, high].every(isNear) && (size as number) > 0;
}

function isDecoy(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { behind_nose: behind, height, radius } = value;
  return [behind, height, radius].every(isNear) && (radius as number) > 0;
}

function isShare(value: unknown): boolean {
  return isNear(value) && value >= 0 && value <= 1;
}

function isNear(value: unknown): value is number {
  return typeof value === "number" && Math.abs(value) <= FARTHEST;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isCount(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most;
}

function isFace(value: unknown): value is number[] {
  const isNode = (node: unknown): node is number => isCount(node, 0, NODES_PER_BLOCK - 1);
  return isListOf(value, isNode) && value.length === 4;
}

function isBinding(value: unknown, faces: number): boolean {
  if (!isListOf(value, isNumber) || value.length !== BINDING_SIZE) return false;
  return isCount(value[0], 0, faces - 1) && value.slice(1).every(isNear);
}

function isPair(value: unknown): value is [number, number] {
  return isListOf(value, isNear) && value.length === 2;
}

function isColour(value: unknown): value is string {
  return typeof value === "string" && /^#[0-9a-f]{6}$/i.test(value);
}

function isListOf<Item>(value: unknown, is: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(is);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
