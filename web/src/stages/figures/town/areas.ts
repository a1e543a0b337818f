/** Rectangles on the ground: without others, and where they end. */
import type { Area } from "./plan.ts";

/** An area without others, as rectangles. */
export function without(area: Area, holes: readonly Area[]): Area[] {
  let left: Area[] = [area];
  for (const hole of holes) left = left.flatMap((part) => withoutOne(part, hole));
  return left;
}

function withoutOne(part: Area, hole: Area): Area[] {
  const low = [Math.max(part.low[0], hole.low[0]), Math.max(part.low[1], hole.low[1])] as const;
  const high = [
    Math.min(part.high[0], hole.high[0]),
    Math.min(part.high[1], hole.high[1]),
  ] as const;
  if (low[0] >= high[0] || low[1] >= high[1]) return [part];
  const rest: Area[] = [
    { low: part.low, high: [low[0], part.high[1]] },
    { low: [high[0], part.low[1]], high: part.high },
    { low: [low[0], part.low[1]], high: [high[0], low[1]] },
    { low: [low[0], high[1]], high: [high[0], part.high[1]] },
  ];
  return rest.filter((one) => one.low[0] < one.high[0] && one.low[1] < one.high[1]);
}

/** Where carriageways end: along an axis, from one place to another, the pavement to one side. */
export interface Edge {
  axis: 0 | 1;
  from: number;
  to: number;
  at: number;
  /** Towards the pavement, along the other axis. */
  outwards: 1 | -1;
}

export function edges(roads: readonly Area[]): Edge[] {
  const found: Edge[] = [];
  for (const road of roads) {
    const others = roads.filter((one) => one !== road);
    for (const axis of [0, 1] as const) {
      const other = axis === 0 ? 1 : 0;
      for (const outwards of [1, -1] as const) {
        const at = outwards > 0 ? road.high[other] : road.low[other];
        // Just outside: what another carriageway covers is no edge.
        const beside = at + outwards * 1e-3;
        let free: [number, number][] = [[road.low[axis], road.high[axis]]];
        for (const { low, high } of others) {
          if (beside <= low[other] || beside >= high[other]) continue;
          free = free.flatMap(([from, to]) => spared(from, to, low[axis], high[axis]));
        }
        for (const [from, to] of free) found.push({ axis, from, to, at, outwards });
      }
    }
  }
  return found;
}

function spared(from: number, to: number, low: number, high: number): [number, number][] {
  const rest: [number, number][] = [
    [from, Math.min(to, low)],
    [Math.max(from, high), to],
  ];
  return rest.filter(([start, end]) => start < end);
}
