/** What the fishes felt that this page asked for their reasons, over the last minute. */
import type { Thinking } from "../wire/messages.ts";

export const KEPT_SECONDS = 60;
/** Between the last of one fish and the first of another, where the world is held [s]. */
const APART = 1e-6;
/** Less than a frame: so much is no step back [s]. */
const SAME = 0.005;
const DRIVES = ["hunger", "libido", "fear"] as const;
const THRESHOLDS = ["hunger", "fear"] as const;

export type Drive = (typeof DRIVES)[number];
type Values = (number | null)[];

export class History {
  /** Of the world's clock [s], ascending; the columns below are as long. */
  readonly times: number[] = [];
  /** Hunger, libido, fear; then what hunger and libido, and what fear is acted on above. */
  readonly columns: [Values, Values, Values, Values, Values] = [[], [], [], [], []];
  /** What it intended; null between two fishes. */
  readonly intentions: (string | null)[] = [];
  private fish: number | null = null;

  /** Who has felt nothing, as one that a person drives, leaves a gap. */
  add({ id, time, drives, intention }: Thinking): void {
    this.forgetAfter(time);
    const last = this.times.at(-1) ?? Number.NEGATIVE_INFINITY;
    const another = this.fish !== id && this.times.length > 0;
    if (another) this.write(this.times.length, last + APART, null, []);
    this.fish = id;
    const values = [
      ...DRIVES.map((name) => drives.find((drive) => drive.name === name)?.value ?? null),
      ...THRESHOLDS.map((name) => drives.find((drive) => drive.name === name)?.threshold ?? null),
    ];
    // While the world is held it says again how it is at the same time, or how it is now.
    const again = !another && last >= time;
    const at = this.times.length - (again ? 1 : 0);
    const earliest = last + (another ? 2 * APART : 0);
    this.write(at, Math.max(time, earliest), intention || null, values);
    this.forgetBefore(time - KEPT_SECONDS - 1);
  }

  clear(): void {
    this.cut(0, this.times.length);
    this.fish = null;
  }

  private write(at: number, time: number, intention: string | null, values: Values): void {
    this.times[at] = time;
    this.intentions[at] = intention;
    this.columns.forEach((column, k) => {
      column[at] = values[k] ?? null;
    });
  }

  /** A recording that is wound back, or a scenario that begins again. */
  private forgetAfter(time: number): void {
    const end = this.times.length;
    let begin = end;
    while (begin > 0 && (this.times[begin - 1] ?? 0) > time + SAME) begin--;
    this.cut(begin, end);
  }

  private forgetBefore(time: number): void {
    let end = 0;
    while ((this.times[end] ?? time) < time) end++;
    this.cut(0, end);
  }

  private cut(begin: number, end: number): void {
    if (begin === end) return;
    for (const column of [this.times, this.intentions, ...this.columns]) {
      column.splice(begin, end - begin);
    }
  }
}
