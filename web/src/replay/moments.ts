/** Times of a recording: where they are on its time line, and how they are written. */
import type { Recorded } from "../wire/messages.ts";

/** Frames of a world in a second of its time. */
export const FRAME_RATE = 60;
/** That one can choose from; the studio says which of them it plays. */
const RATES = [0.05, 0.1, 0.25, 0.5, 1, 2, 4, 8, 16];

export type Span = Pick<Recorded, "first" | "seconds">;

/** The frame of the recording nearest to a time [s]; what is no time is its beginning. */
export function within({ first, seconds }: Span, time: number): number {
  if (!Number.isFinite(time)) return first;
  const whole = Math.round(time * FRAME_RATE) / FRAME_RATE;
  return Math.min(first + seconds, Math.max(first, whole));
}

/** How far along a time is, from 0 to 1. */
export function shareOf({ first, seconds }: Span, time: number): number {
  return seconds > 0 ? Math.min(1, Math.max(0, (time - first) / seconds)) : 0;
}

/** Less than half a frame before the end, there is no further frame. */
export function isAtEnd({ first, seconds }: Span, time: number): boolean {
  return time > first + seconds - 0.5 / FRAME_RATE;
}

/** Minutes and seconds; hours where there are any. Frames are told apart by two `digits`. */
export function clockTime(seconds: number, digits: 1 | 2 = 1): string {
  // Rounded first: 59.96 is a minute, not 60.0 seconds.
  const parts = 10 ** digits;
  const rounded = Math.round(Math.max(0, seconds) * parts);
  const inMinute = ((rounded % (60 * parts)) / parts).toFixed(digits).padStart(3 + digits, "0");
  const minutes = Math.floor(rounded / (60 * parts));
  if (minutes < 60) return `${minutes}:${inMinute}`;
  return `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}:${inMinute}`;
}

/** What can be chosen, among it how it is played now. */
export function ratesOf({ rates: [slowest, fastest] }: Pick<Recorded, "rates">, now: number) {
  const offered = RATES.filter((rate) => rate >= slowest && rate <= fastest);
  return offered.includes(now) ? offered : [...offered, now].sort((a, b) => a - b);
}

/** The next slower or faster one; the same at the end of the list. */
export function rateBeside(rates: readonly number[], now: number, faster: boolean): number {
  const beside = faster ? rates.find((rate) => rate > now) : rates.findLast((rate) => rate < now);
  return beside ?? now;
}

export function rateText(rate: number): string {
  return `${Number(rate.toFixed(2))}×`;
}

/** A date and time in the words of the reader's country; as it is if it is none. */
export function dateText(made: string, locale?: string): string {
  const date = new Date(made);
  if (Number.isNaN(date.getTime())) return made;
  return date.toLocaleString(locale, { dateStyle: "medium", timeStyle: "short" });
}
