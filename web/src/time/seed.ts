/** Seeds: of all chance in a world. */
import { MAX_SEED } from "../wire/messages.ts";

/** So many are thrown dice for: short enough to be told to somebody. */
const SHORT = 10_000;

/** What somebody typed; null if it is no seed. */
export function readSeed(text: string): number | null {
  const typed = text.trim();
  const seed = /^\d+$/.test(typed) ? Number(typed) : Number.NaN;
  return seed <= MAX_SEED ? seed : null;
}

/** Another than this one. */
export function anotherSeed(now: number, random = Math.random): number {
  const thrown = Math.floor(random() * SHORT);
  return thrown === now ? (thrown + 1) % SHORT : thrown;
}
