/** The fish's nodes and units, as the simulation numbers them (Tu 1999, Fig. 4.2). */
export interface Unit {
  from: number;
  to: number;
  muscle: boolean;
}

/** The 91 spring units; S(i, i + 4) for i = 1..12 are muscles. */
export function bodyUnits(): Unit[] {
  const units: Unit[] = [];
  const join = (from: number, to: number, muscle = false) => units.push({ from, to, muscle });
  const corners = [0, 1, 2, 3];
  for (const corner of corners) join(0, 1 + corner);
  for (let first = 1; first <= 17; first += 4) {
    for (const corner of corners) join(first + corner, first + ((corner + 1) % 4));
    join(first, first + 2);
    join(first + 1, first + 3);
  }
  for (let first = 1; first <= 13; first += 4) {
    for (const corner of corners) {
      const next = (corner + 1) % 4;
      join(first + corner, first + 4 + corner, first + corner <= 12);
      join(first + corner, first + 4 + next);
      join(first + next, first + 4 + corner);
    }
  }
  for (const corner of corners) {
    join(17 + corner, 21);
    join(17 + corner, 22);
  }
  join(21, 22);
  return units;
}
