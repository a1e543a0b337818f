/** What happened in a recording, as it is marked along its time line. */
import type { Mark } from "../wire/messages.ts";
import { type Span, shareOf } from "./moments.ts";

interface Kind {
  colour: string;
  meaning: string;
}

/** In the order in which marks of one moment are piled up. */
const KINDS: Record<string, Kind> = {
  entered: { colour: "#5fe0d0", meaning: "came into the world" },
  left: { colour: "#8aa0b4", meaning: "left the world" },
  eaten: { colour: "#8fd45a", meaning: "ate something" },
  exchanged: { colour: "#7fb2ff", meaning: "changed its motor" },
  rested: { colour: "#ff6f61", meaning: "broke and was put back to rest" },
};
/** What somebody did is called "you: food" and the like. */
const BY_HAND = "you:";
const INPUT: Kind = { colour: "#ffb469", meaning: "done by whoever watched" };
const OTHER: Kind = { colour: "#d9e3ea", meaning: "" };

/** Between two piles of marks [pixels]. */
export const APART = 8;

export function colourOf(kind: string): string {
  return kindOf(kind).colour;
}

export function meaningOf(kind: string): string {
  return kindOf(kind).meaning;
}

/** All of one kind in a pile. */
export interface Alike {
  kind: string;
  count: number;
  /** What happened, in a few words. */
  text: string;
}

/** Marks that are too near to each other to be told apart. */
export interface Pile {
  /** Of the time line's way. */
  share: number;
  alike: Alike[];
}

/** Puts marks into piles, for a time line of so many pixels. */
export function pilesOf(marks: readonly Mark[], span: Span, width: number): Pile[] {
  const places = Math.max(1, Math.floor(width / APART));
  const found = new Map<number, Mark[]>();
  for (const mark of marks) {
    const place = Math.min(places - 1, Math.floor(shareOf(span, mark.at) * places));
    const there = found.get(place);
    if (there) there.push(mark);
    else found.set(place, [mark]);
  }
  return [...found]
    .sort(([a], [b]) => a - b)
    .map(([, there]) => ({
      share: there.reduce((sum, { at }) => sum + shareOf(span, at), 0) / there.length,
      alike: alikeOf(there),
    }));
}

/** The pile under a place on the time line, if one is near. */
export function pileAt(piles: readonly Pile[], share: number, width: number): Pile | undefined {
  let nearest: Pile | undefined;
  let off = APART;
  for (const pile of piles) {
    const away = Math.abs(pile.share - share) * width;
    if (away < off) [nearest, off] = [pile, away];
  }
  return nearest;
}

/** How much there is of each kind. */
export function countsOf(marks: readonly Mark[]): { kind: string; count: number }[] {
  return alikeOf(marks).map(({ kind, count }) => ({ kind, count }));
}

function alikeOf(marks: readonly Mark[]): Alike[] {
  const found = new Map<string, Alike>();
  for (const { kind, count, text } of marks) {
    const before = found.get(kind);
    if (!before) found.set(kind, { kind, count, text });
    else {
      before.count += count;
      before.text = `${before.count} times`;
    }
  }
  return [...found.values()].sort((a, b) => orderOf(a.kind) - orderOf(b.kind));
}

function orderOf(kind: string): number {
  const order = Object.keys(KINDS).indexOf(kind);
  if (order >= 0) return order;
  return Object.keys(KINDS).length + Number(kind.startsWith(BY_HAND));
}

function kindOf(kind: string): Kind {
  if (kind.startsWith(BY_HAND)) return INPUT;
  return (Object.hasOwn(KINDS, kind) && KINDS[kind]) || OTHER;
}
