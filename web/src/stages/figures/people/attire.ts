/** Helmets, hats, hair, bags and skirts: rings of vertices that ride on a figure's segments. */
import * as THREE from "three";
import { type BodyBuilder, MATERIALS, type MaterialName, PIECES, type PieceName } from "./body.ts";

/** Places of a figure at rest: its origin is between the hips, x forward, z up [m]. */
const HEAD = new THREE.Vector3(-0.012, 0, 0.735);
const CHEST = new THREE.Vector3(-0.06, 0, 0.38);
const NECK = new THREE.Vector3(-0.036, 0, 0.55);
const LEFT_THIGH = new THREE.Vector3(0, 0.09, 0);
const RIGHT_THIGH = new THREE.Vector3(0, -0.09, 0);

/** A cross-section: height, middle, and half widths forward, backward and sideways. */
interface Ring {
  z: number;
  x?: number;
  front: number;
  back: number;
  side: number;
}

interface Tube {
  piece: PieceName;
  material: MaterialName;
  rings: readonly Ring[];
  /** Which segment a vertex rides on. */
  rider: (x: number, y: number, z: number) => number;
  /** Whether it is closed at its first ring, at its last. */
  closed?: readonly [boolean, boolean];
}

export function attireOf(
  builder: BodyBuilder,
  head: number,
  rest: ArrayLike<number>,
  sides: number,
): void {
  const nearest = (place: THREE.Vector3) => nearestSegment(rest, place);
  const chest = nearest(CHEST);
  const neck = nearest(NECK);
  const [left, right] = [nearest(LEFT_THIGH), nearest(RIGHT_THIGH)];
  const wear = (tube: Tube) => addTube(builder, tube, rest, sides);
  for (const tube of headgear(() => head)) wear(tube);
  wear({
    piece: "scarf",
    material: "scarf",
    rider: () => neck,
    rings: [
      { z: 0.535, x: -0.02, front: 0.08, back: 0.08, side: 0.08 },
      { z: 0.55, x: -0.02, front: 0.094, back: 0.088, side: 0.09 },
      { z: 0.585, x: -0.02, front: 0.086, back: 0.08, side: 0.082 },
      { z: 0.6, x: -0.02, front: 0.066, back: 0.066, side: 0.066 },
    ],
  });
  wear({
    piece: "backpack",
    material: "bag",
    rider: () => chest,
    closed: [true, true],
    rings: [
      { z: 0.13, x: -0.18, front: 0.05, back: 0.08, side: 0.11 },
      { z: 0.16, x: -0.18, front: 0.06, back: 0.12, side: 0.14 },
      { z: 0.33, x: -0.18, front: 0.06, back: 0.115, side: 0.145 },
      { z: 0.46, x: -0.18, front: 0.055, back: 0.085, side: 0.13 },
      { z: 0.51, x: -0.17, front: 0.03, back: 0.035, side: 0.08 },
    ],
  });
  // Its hem goes with the thighs: it swings with every step, and bends when one sits.
  wear({
    piece: "skirt",
    material: "skirt",
    rider: (_, y, z) => (z > -0.12 || Math.abs(y) < 0.03 ? 0 : y > 0 ? left : right),
    rings: [
      { z: 0.1, front: 0.115, back: 0.13, side: 0.165 },
      { z: -0.02, front: 0.13, back: 0.145, side: 0.19 },
      { z: -0.2, front: 0.145, back: 0.15, side: 0.21 },
      { z: -0.46, front: 0.165, back: 0.17, side: 0.225 },
    ],
  });
}

function headgear(rider: () => number): Tube[] {
  const { x, z } = HEAD;
  const shell = (rows: readonly (readonly [number, number, number, number])[]): Ring[] =>
    rows.map(([up, front, back, side]) => ({ z: z + up, x, front, back, side }));
  return [
    {
      piece: "helmet",
      material: "hat",
      rider,
      closed: [false, true],
      rings: shell([
        [-0.02, 0.128, 0.137, 0.118],
        [-0.01, 0.139, 0.142, 0.124],
        [0.03, 0.129, 0.134, 0.116],
        [0.075, 0.113, 0.118, 0.102],
        [0.108, 0.078, 0.085, 0.075],
        [0.124, 0.03, 0.035, 0.03],
      ]),
    },
    {
      piece: "hat",
      material: "hat",
      rider,
      closed: [false, true],
      rings: shell([
        [0.024, 0.11, 0.115, 0.098],
        [0.02, 0.178, 0.172, 0.16],
        [0.032, 0.178, 0.172, 0.16],
        [0.036, 0.112, 0.117, 0.1],
        [0.118, 0.096, 0.104, 0.086],
        [0.126, 0.07, 0.08, 0.06],
      ]),
    },
    {
      piece: "hat",
      material: "band",
      rider,
      rings: shell([
        [0.034, 0.116, 0.121, 0.104],
        [0.06, 0.112, 0.117, 0.1],
      ]),
    },
    {
      piece: "cap",
      material: "hat",
      rider,
      closed: [false, true],
      rings: shell([
        [0.022, 0.112, 0.119, 0.1],
        [0.06, 0.108, 0.117, 0.099],
        [0.095, 0.078, 0.092, 0.08],
        [0.112, 0.03, 0.04, 0.03],
      ]),
    },
    {
      piece: "cap",
      material: "hat",
      rider,
      closed: [true, true],
      rings: [
        { z: z + 0.018, x: x + 0.1, front: 0.098, back: 0.03, side: 0.075 },
        { z: z + 0.032, x: x + 0.1, front: 0.09, back: 0.03, side: 0.07 },
      ],
    },
    {
      piece: "long hair",
      material: "hair",
      rider,
      closed: [true, true],
      rings: [
        { z: 0.51, x: -0.09, front: 0.028, back: 0.028, side: 0.07 },
        { z: 0.58, x: -0.085, front: 0.045, back: 0.04, side: 0.098 },
        { z: 0.66, x: -0.07, front: 0.075, back: 0.062, side: 0.106 },
        { z: 0.75, x: -0.05, front: 0.09, back: 0.085, side: 0.103 },
        { z: 0.815, x: -0.035, front: 0.09, back: 0.085, side: 0.088 },
        { z: 0.852, x: -0.03, front: 0.045, back: 0.05, side: 0.045 },
      ],
    },
    {
      piece: "bun",
      material: "hair",
      rider,
      closed: [true, true],
      rings: [
        { z: 0.755, x: -0.14, front: 0.02, back: 0.02, side: 0.02 },
        { z: 0.772, x: -0.145, front: 0.045, back: 0.042, side: 0.045 },
        { z: 0.81, x: -0.145, front: 0.048, back: 0.046, side: 0.05 },
        { z: 0.838, x: -0.14, front: 0.024, back: 0.024, side: 0.025 },
      ],
    },
  ];
}

function nearestSegment(rest: ArrayLike<number>, { x, y, z }: THREE.Vector3): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let k = 0; 3 * k < rest.length; k++) {
    const off = Math.hypot(
      (rest[3 * k] ?? 0) - x,
      // Who is beside the middle is another limb.
      4 * ((rest[3 * k + 1] ?? 0) - y),
      (rest[3 * k + 2] ?? 0) - z,
    );
    if (off >= least - 1e-9) continue;
    least = off;
    best = k;
  }
  return best;
}

function addTube(builder: BodyBuilder, tube: Tube, rest: ArrayLike<number>, sides: number): void {
  const { rings, rider, closed = [false, false] } = tube;
  const points = rings.map((ring) =>
    Array.from({ length: sides }, (_, k) => {
      const turn = (2 * Math.PI * (k + 0.5)) / sides;
      const forward = Math.cos(turn);
      const x = (ring.x ?? 0) + forward * (forward > 0 ? ring.front : ring.back);
      return new THREE.Vector3(x, ring.side * Math.sin(turn), ring.z);
    }),
  );
  const at = (row: number, k: number) => points[row]?.[(k + sides) % sides] as THREE.Vector3;
  const material = MATERIALS.indexOf(tube.material);
  const piece = PIECES.indexOf(tube.piece) + 1;
  const first = builder.count;
  const put = (place: THREE.Vector3, normal: THREE.Vector3) => {
    const segment = rider(place.x, place.y, place.z);
    builder.positions.push(
      place.x - (rest[3 * segment] ?? 0),
      place.y - (rest[3 * segment + 1] ?? 0),
      place.z - (rest[3 * segment + 2] ?? 0),
    );
    builder.woven.push(place.x, place.y, place.z);
    builder.normals.push(normal.x, normal.y, normal.z);
    builder.rides.push(segment, material, piece);
  };
  for (let row = 0; row < rings.length; row++) {
    for (let k = 0; k < sides; k++) {
      const around = at(row, k + 1)
        .clone()
        .sub(at(row, k - 1));
      const up = at(Math.min(row + 1, rings.length - 1), k)
        .clone()
        .sub(at(Math.max(row - 1, 0), k));
      put(at(row, k), around.cross(up).normalize());
    }
  }
  for (let row = 0; row + 1 < rings.length; row++) {
    for (let k = 0; k < sides; k++) {
      const next = (k + 1) % sides;
      const [a, b] = [first + row * sides + k, first + row * sides + next];
      builder.triangles.push(a, b, b + sides, a, b + sides, a + sides);
    }
  }
  for (const end of [0, 1] as const) {
    if (!closed[end]) continue;
    const row = end ? rings.length - 1 : 0;
    const ring = rings[row] as Ring;
    put(new THREE.Vector3(ring.x ?? 0, 0, ring.z), new THREE.Vector3(0, 0, end ? 1 : -1));
    const middle = builder.count - 1;
    for (let k = 0; k < sides; k++) {
      const [a, b] = [first + row * sides + k, first + row * sides + ((k + 1) % sides)];
      builder.triangles.push(...(end ? [middle, a, b] : [middle, b, a]));
    }
  }
}
