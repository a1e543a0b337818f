/** Where a hand has been of late, by the clock of its pointer: pictures and messages may be late. */
import type { Place } from "../../puppet/document.ts";

/** Whoever stands still for this long before letting go throws nothing [ms]. */
const THROW_MS = 80;
/** A throw as short as this has no known speed yet [ms]. */
const SHORTEST_MS = 8;

export class Trail {
  private readonly been: { place: Place; time: number }[] = [];

  /** At a time [ms]. */
  note(place: Place, time: number): void {
    this.been.push({ place, time });
    while (this.been[1] && this.been[1].time <= time - THROW_MS) this.been.shift();
  }

  /** How fast it moved just before a time [m/s]. */
  velocity(time: number): Place {
    const first = this.been[0];
    const last = this.been.at(-1);
    if (!first || !last) return [0, 0, 0];
    const { place } = this.been.findLast((one) => one.time <= time - THROW_MS) ?? first;
    const seconds = Math.max(SHORTEST_MS, Math.min(THROW_MS, time - first.time)) / 1000;
    return last.place.map((value, axis) => (value - (place[axis] ?? 0)) / seconds) as Place;
  }
}
