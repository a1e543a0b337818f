/** Edges of what a fish perceives: its view volume and its sensitivity region. Pure, for tests. */
type Place = readonly [number, number, number];

const MERIDIANS = 12;
const RINGS = 5;
const STEPS = 24;

/**
 * Lines of a ball of radius 1 around an eye that looks along x, but for the cone behind that it
 * cannot see, and the edges of that cone; pairs of places. `view`: to each side of ahead [rad].
 */
export function viewLines(view: number): number[] {
  const lines: number[] = [];
  const at = (aside: number, around: number): Place => [
    Math.cos(aside),
    Math.sin(aside) * Math.cos(around),
    Math.sin(aside) * Math.sin(around),
  ];
  const join = (a: Place, b: Place) => lines.push(...a, ...b);
  for (let m = 0; m < MERIDIANS; m++) {
    const around = (2 * Math.PI * m) / MERIDIANS;
    for (let k = 0; k < STEPS; k++) {
      join(at((view * k) / STEPS, around), at((view * (k + 1)) / STEPS, around));
    }
    join([0, 0, 0], at(view, around));
  }
  for (let ring = 1; ring <= RINGS; ring++) {
    const aside = (view * ring) / RINGS;
    for (let k = 0; k < 2 * STEPS; k++) {
      const around = (Math.PI * k) / STEPS;
      join(at(aside, around), at(aside, around + Math.PI / STEPS));
    }
  }
  return lines;
}

/** The 12 edges of a box between two corners, as pairs of places. */
export function boxLines(low: Place, high: Place): number[] {
  const lines: number[] = [];
  const corner = (bits: number): Place => [
    (bits & 1 ? high : low)[0],
    (bits & 2 ? high : low)[1],
    (bits & 4 ? high : low)[2],
  ];
  for (let bits = 0; bits < 8; bits++) {
    for (const bit of [1, 2, 4]) {
      if (!(bits & bit)) lines.push(...corner(bits), ...corner(bits | bit));
    }
  }
  return lines;
}
