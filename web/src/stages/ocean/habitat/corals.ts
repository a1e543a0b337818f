/** Forms of living corals, each as it stands on the origin; the farthest place is 1 away. */
import * as THREE from "three";
import { type Level, oneOf } from "./levels.ts";
import { type Look, type Random, Solid, wild } from "./solids.ts";

const UP = new THREE.Vector3(0, 1, 0);

/** A thicket of branches that fork and taper, pale at their ends. */
export function staghorn(random: Random, level: Level): THREE.BufferGeometry {
  const solid = new Solid();
  const branch = (
    from: THREE.Vector3,
    direction: THREE.Vector3,
    length: number,
    width: number,
    forks: number,
  ) => {
    const bend = wild(random).multiplyScalar(0.3).addScaledVector(UP, 0.3);
    const middle = from.clone().addScaledVector(direction, length * 0.5);
    const onward = direction.clone().add(bend).normalize();
    const end = middle.clone().addScaledVector(onward, length * 0.5);
    const last = forks === 0;
    const base = 0.3 * (3 - forks) * 0.4;
    const open = 0.45 + 0.18 * (3 - forks);
    const tip: Look = [last ? 1 : base + 0.2, Math.min(1, open + 0.2), 0];
    const thin = width * (last ? 0.34 : 0.7);
    if (level === 0) {
      const looks: Look[] = [[base, open, 0], [base + 0.1, open + 0.1, 0], tip];
      solid.tube([from, middle, end], [width, width * 0.85, thin], looks, 6);
    } else if (level === 1) solid.tube([from, end], [width, thin], [[base, open, 0], tip], 3);
    else if (!last) {
      // From afar the last forks are one with the branch that they grow from.
      const far = forks === 1 ? end.clone().addScaledVector(onward, 0.6 * length) : end;
      const ends: Look = forks === 1 ? [1, 1, 0] : tip;
      solid.tube([from, far], [1.2 * width, thin], [[base, open, 0], ends], 3);
    }
    if (last) return;
    for (let fork = 0; fork < 2; fork++) {
      const next = direction.clone().addScaledVector(wild(random), 0.8).addScaledVector(UP, 0.3);
      const start = fork === 0 ? end : middle;
      branch(start, next.normalize(), length * (0.62 + 0.2 * random()), width * 0.7, forks - 1);
    }
  };
  for (let stem = 0; stem < 5; stem++) {
    const angle = 1.257 * stem + random();
    const lean = new THREE.Vector3(Math.cos(angle), 0.5 + 0.9 * random(), Math.sin(angle));
    branch(new THREE.Vector3(), lean.normalize(), 0.4, 0.05, 3);
  }
  return solid.geometry();
}

/** A dome; its meandering grooves are the shader's. */
export function brain(random: Random, level: Level): THREE.BufferGeometry {
  const solid = new Solid();
  const [a, b, c] = [6 * random(), 6 * random(), 0.8 + 0.2 * random()];
  const shape = (on: THREE.Vector3) => {
    const bumps = 1 + 0.07 * Math.sin(3 * on.x + a) * Math.sin(2.6 * on.z + b);
    return on
      .clone()
      .multiplyScalar(bumps)
      .setY(on.y * bumps * c * 0.85 + 0.2);
  };
  solid.lump(oneOf(level, 7, 3, 2), shape, (on) => [
    0.5 + 0.5 * on.y,
    Math.min(1, Math.max(0.2, 0.65 + 0.6 * on.y)),
    0,
  ]);
  return solid.geometry();
}

/** Plates on a stalk, one above the other: ribs from the middle, a frayed rim. */
export function table(random: Random, level: Level): THREE.BufferGeometry {
  const solid = new Solid();
  const spokes = oneOf(level, 48, 20, 13);
  const plates = 1 + Math.floor(2 * random());
  for (let plate = 0; plate <= plates; plate++) {
    const size = plate === 0 ? 1 : 0.5 + 0.25 * random();
    const [own, turn, lean] = [20 * random(), 6.3 * random(), 0.16 * random()];
    const off = plate === 0 ? 0.1 : 0.4;
    const middle = new THREE.Vector3(
      off * Math.cos(turn),
      0.42 + 0.17 * plate * (plate === 1 ? 1 : -0.4),
      off * Math.sin(turn),
    );
    const shape = (on: THREE.Vector3) => {
      const far = Math.hypot(on.x, on.z);
      const angle = Math.atan2(on.z, on.x);
      const lobes = 0.13 * Math.sin(3 * angle + own) + 0.08 * Math.sin(7 * angle + 2 * own);
      const frayed = 0.05 * Math.sin(19 * angle + 3 * own) + 0.035 * Math.sin(31 * angle + own);
      const reach = size * (1 + far * far * (lobes + far * frayed));
      const rise = size * (0.2 * far * far - 0.05 + 0.015 * Math.sin(9 * angle + own) * far);
      return new THREE.Vector3(on.x * reach, rise + 0.035 * size * on.y, on.z * reach)
        .addScaledVector(UP, lean * on.x)
        .add(middle);
    };
    solid.disc(spokes, oneOf(level, 6, 3, 2), shape, (on) => {
      const far = Math.hypot(on.x, on.z);
      return [far ** 4, on.y < 0 ? 0.3 + 0.3 * far : 0.75 + 0.25 * far, 0];
    });
    solid.tube(
      [new THREE.Vector3(0, -0.05, 0), middle.clone().multiplyScalar(0.6), middle],
      [0.13, 0.09, 0.2 * size],
      [
        [0, 0.35, 0],
        [0, 0.45, 0],
        [0, 0.4, 0],
      ],
      oneOf(level, 9, 6, 4),
    );
  }
  return solid.geometry();
}

/** Upright sponges, open above and dark inside. */
export function tubes(random: Random, level: Level): THREE.BufferGeometry {
  const solid = new Solid();
  const pipes = 5 + Math.floor(3 * random());
  for (let pipe = 0; pipe < pipes; pipe++) {
    const angle = 2.4 * pipe;
    const root = new THREE.Vector3(0.14 * Math.cos(angle), -0.05, 0.14 * Math.sin(angle));
    const lean = new THREE.Vector3(0.4 * Math.cos(angle), 1, 0.4 * Math.sin(angle))
      .addScaledVector(wild(random), 0.18)
      .normalize();
    const length = 0.45 + 0.55 * random();
    const width = 0.085 + 0.035 * random();
    const at = (share: number) =>
      root
        .clone()
        .addScaledVector(lean, length * share)
        .addScaledVector(UP, 0.06 * share * share);
    const fine = level === 0;
    const shares = fine
      ? [0, 0.2, 0.45, 0.7, 0.9, 0.98, 1, 0.985, 0.9, 0.72]
      : [0, 0.5, 1, 0.96, 0.75];
    const widths = fine
      ? [0.75, 0.88, 0.98, 0.95, 1.04, 1.1, 1.04, 0.86, 0.72, 0.62]
      : [0.75, 0.97, 1.06, 0.8, 0.65];
    const inside = fine ? 7 : 3;
    solid.tube(
      shares.map(at),
      widths.map((share) => share * width),
      shares.map((share, k) => [
        k >= inside ? 0.3 : share ** 3,
        k > inside ? 0.04 : k === inside ? 0.3 : 0.4 + 0.6 * share,
        0,
      ]),
      oneOf(level, 12, 7, 5),
    );
  }
  return solid.geometry();
}

/** A sea fan: a net of branches in one curved plane. */
export function fan(random: Random, level: Level): THREE.BufferGeometry {
  const solid = new Solid();
  const rings = oneOf(level, 12, 6, 4);
  const rays = oneOf(level, 25, 9, 7);
  const curl = 0.5 * random() - 0.25;
  const own = 6 * random();
  // Few stems become many twigs: rays join towards the foot.
  const knot = (ray: number, ring: number): THREE.Vector3 => {
    const share = ring / rings;
    const step = 2 ** Math.max(0, Math.round(3.2 * (1 - 1.6 * share)));
    const joined = (Math.round(ray / step) * step) / (rays - 1) - 0.5;
    const jitter = share * (0.045 * Math.sin(ray * 12.9 + ring * 7.7 + own));
    const angle = 2.2 * joined + jitter;
    const rim = 0.86 + 0.14 * Math.sin(3 * angle + own) - 0.16 * Math.abs(joined);
    const far = share ** 0.85 * rim + 0.02 * Math.sin(ray * 5.1 + ring * 3.3);
    const across = far * Math.sin(angle);
    return new THREE.Vector3(across, far * Math.cos(angle), curl * across * across + 0.05 * curl);
  };
  const link = (a: THREE.Vector3, b: THREE.Vector3, width: number, share: number) => {
    if (a.distanceToSquared(b) < 1e-6) return;
    const looks: Look[] = [
      [share, 0.9, 0.16 * share * share],
      [share, 0.9, 0.16 * share * share],
    ];
    solid.tube([a, b], [width, width], looks, 3);
  };
  for (let ring = 0; ring < rings; ring++) {
    const share = (ring + 0.5) / rings;
    for (let ray = 0; ray < rays; ray++) {
      const from = knot(ray, ring);
      const to = knot(ray, ring + 1);
      link(from, to, oneOf(level, 0.022, 0.026, 0.03) * (1.15 - share) + 0.006, share);
      const crossing = (ray + ring) % 2 === 0 && ring > 2 && ray + 1 < rays;
      if (level === 0 && crossing) link(to, knot(ray + 1, ring + 1), 0.0065, share);
    }
  }
  return solid.geometry();
}

/** An anemone: tentacles that sway, with a bead at each tip. */
export function anemone(random: Random, level: Level): THREE.BufferGeometry {
  const solid = new Solid();
  const tentacles = oneOf(level, 38, 20, 13);
  solid.tube(
    [0, 0.2, 0.36, 0.4].map((y) => new THREE.Vector3(0, y - 0.04, 0)),
    [0.34, 0.3, 0.42, 0.1],
    [
      [0, 0.35, 0],
      [0, 0.5, 0],
      [0.1, 0.45, 0],
      [0.1, 0.3, 0],
    ],
    oneOf(level, 14, 8, 5),
  );
  for (let k = 0; k < tentacles; k++) {
    const angle = 2.39996 * k;
    const out = Math.sqrt((k + 0.5) / tentacles);
    const root = new THREE.Vector3(Math.cos(angle), 0, Math.sin(angle)).multiplyScalar(0.4 * out);
    root.y = 0.34;
    const lean = new THREE.Vector3(
      Math.cos(angle) * out * 1.1,
      1.15 - 0.7 * out,
      Math.sin(angle) * out * 1.1,
    );
    lean.addScaledVector(wild(random), 0.25).normalize();
    const length = 0.5 + 0.22 * random();
    const at = (share: number) =>
      root
        .clone()
        .addScaledVector(lean, length * share)
        .addScaledVector(UP, 0.12 * share * share);
    const shares = oneOf(level, [0, 0.35, 0.7, 0.86, 0.95, 1], [0, 0.5, 0.9, 1], [0, 0.6, 1]);
    const widths = oneOf(
      level,
      [0.05, 0.042, 0.034, 0.045, 0.038, 0.012],
      [0.055, 0.042, 0.045, 0.012],
      [0.065, 0.06, 0.03],
    );
    solid.tube(
      shares.map(at),
      widths,
      shares.map((share) => [share ** 3, 0.35 + 0.65 * share, share * share]),
      level === 0 ? 5 : 3,
    );
  }
  return solid.geometry();
}

/** A cushion of knobs, as finger and cauliflower corals are. */
export function knobs(random: Random, level: Level): THREE.BufferGeometry {
  const solid = new Solid();
  const count = oneOf(level, 26, 15, 12);
  for (let k = 0; k < count; k++) {
    const up = 1 - (0.95 * (k + 0.5)) / count;
    const aside = Math.sqrt(1 - up * up);
    const angle = 2.39996 * k;
    const lean = new THREE.Vector3(aside * Math.cos(angle), up + 0.15, aside * Math.sin(angle))
      .addScaledVector(wild(random), 0.12)
      .normalize();
    const length = 0.62 + 0.2 * random();
    const width = 0.105 + 0.03 * random();
    const at = (share: number) => lean.clone().multiplyScalar(length * share);
    const shares = oneOf(level, [0.2, 0.6, 0.85, 0.97, 1.02], [0.2, 0.7, 1], [0.2, 0.95]);
    const widths = oneOf(level, [0.8, 1, 1.05, 0.7, 0.2], [0.9, 1.1, 0.4], [1, 0.9]);
    solid.tube(
      shares.map(at),
      widths.map((share) => share * width),
      shares.map((share) => [share ** 4 * 0.95, 0.1 + 0.9 * Math.max(0, share - 0.1), 0]),
      oneOf(level, 8, 5, 4),
    );
  }
  return solid.geometry();
}
