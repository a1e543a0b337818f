/** A way that was drawn in time, as a script that goes on for ever. */
import { coordinatesOf, type Place } from "../../puppet/document.ts";
import { distance } from "../../puppet/geometry.ts";

export interface Moment {
  /** [s] */
  time: number;
  place: Place;
}

/** Keys of at least this distance in time [s]. */
const LEAST_SECONDS = 0.02;
const SLOWEST = 0.2;

/** Keys (time [s], coordinates) from 0 on; in the end it goes back to its beginning. */
export function closedPath(moments: readonly Moment[], flat: boolean): number[][] {
  const first = moments[0];
  const last = moments.at(-1);
  if (!first || !last) return [];
  const round = (value: number) => Math.round(value * 1e3) / 1e3;
  const keys: number[][] = [];
  let length = 0;
  for (const [k, { time, place }] of moments.entries()) {
    if (k > 0) length += distance(place, moments[k - 1]?.place ?? place);
    const seconds = round(time - first.time);
    const before = keys.at(-1)?.[0];
    if (before === undefined || seconds - before >= LEAST_SECONDS) {
      keys.push([seconds, ...coordinatesOf(place, flat)]);
    }
  }
  const end = keys.at(-1)?.[0] ?? 0;
  const speed = Math.max(SLOWEST, length / Math.max(end, LEAST_SECONDS));
  const way = distance(last.place, first.place);
  const back = round(end + Math.max(LEAST_SECONDS, way / speed));
  return [...keys, [back, ...coordinatesOf(first.place, flat)]];
}
