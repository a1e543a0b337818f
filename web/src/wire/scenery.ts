/** Whether a habitat can be drawn; what does not fit is named in a phrase. */
import type { Habitat } from "./messages.ts";

const MOST_POINTS = 4096;
const MOST_OBSTACLES = 5000;
const MOST_CLUSTERS = 5000;
const MOST_LEAVES = 20_000;
/** Of places and lengths [m]. */
const FARTHEST = 10_000;
const OBSTACLES: readonly unknown[] = ["cylinder", "rock", "coral"];
const WEEDS: readonly unknown[] = ["kelp", "ribbon", "grass"];

export function habitatMisfit(habitat: Habitat): string | undefined {
  // What came over the wire may be anything.
  const { radius, ground, surface, clarity, terrain, obstacles, weeds } =
    habitat as unknown as Record<string, unknown>;
  if (!isNear(radius) || radius <= 0) return `its radius is ${radius} m`;
  if (!isNear(ground) || !isNear(surface) || surface <= ground) {
    return `its surface, ${surface} m, is not above its ground, ${ground} m`;
  }
  if (!isNear(clarity) || clarity <= 0) return `its clarity is ${clarity} m`;
  if (!isListOf(obstacles, isObstacle) || obstacles.length > MOST_OBSTACLES) {
    return `its obstacles are no list of at most ${MOST_OBSTACLES}`;
  }
  if (!isListOf(weeds, isCluster) || weeds.length > MOST_CLUSTERS) {
    return `its weeds are no list of at most ${MOST_CLUSTERS}`;
  }
  const leaves = habitat.weeds.reduce((sum, cluster) => sum + cluster.leaves, 0);
  if (leaves > MOST_LEAVES) return `it has ${leaves} leaves; at most ${MOST_LEAVES} are drawn`;
  return terrainMisfit(terrain);
}

function terrainMisfit(terrain: unknown): string | undefined {
  if (!isRecord(terrain)) return "it has no terrain";
  const { size, step, reach, lowest, highest, heights } = terrain;
  if (!Number.isInteger(size) || (size as number) < 2 || (size as number) > MOST_POINTS) {
    return `its terrain needs 2 to ${MOST_POINTS} points along an edge`;
  }
  if (!isNear(step) || step <= 0 || !isNear(reach) || reach <= 0) {
    return "its terrain has no step or reach";
  }
  if (!isNear(lowest) || !isNear(highest) || highest < lowest) {
    return "its terrain is not between two heights";
  }
  const bytes = (size as number) ** 2 * 2;
  if (typeof heights !== "string" || bytesOf(heights) !== bytes) {
    return `its terrain needs ${bytes} bytes of heights`;
  }
  return undefined;
}

/** Of a text in base64; undefined if it is none. */
function bytesOf(text: string): number | undefined {
  try {
    return atob(text).length;
  } catch {
    return undefined;
  }
}

function isObstacle(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value) || !OBSTACLES.includes(value.kind)) return false;
  const { x, y, bottom, top, radius, seed, height } = value;
  return (
    [x, y, seed, height].every(isNumber) &&
    isNear(bottom) &&
    isNear(top) &&
    top > bottom &&
    isNear(radius) &&
    radius > 0
  );
}

function isCluster(value: unknown): value is Record<string, unknown> {
  if (!isRecord(value) || !WEEDS.includes(value.kind)) return false;
  const { root, leaves, height } = value;
  return (
    isNear(height) &&
    isListOf(root, isNear) &&
    root.length === 3 &&
    Number.isInteger(leaves) &&
    (leaves as number) >= 0
  );
}

function isNear(value: unknown): value is number {
  return isNumber(value) && Math.abs(value) <= FARTHEST;
}

function isNumber(value: unknown): value is number {
  return typeof value === "number" && Number.isFinite(value);
}

function isListOf<Item>(value: unknown, is: (item: unknown) => item is Item): value is Item[] {
  return Array.isArray(value) && value.every(is);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
