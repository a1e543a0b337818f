import type { ClientMessage, Physics, Status } from "../wire/messages.ts";

type Change = Partial<Omit<Physics, "type">>;

const FRAMES_A_SECOND = 60;
const AS_IT_IS: Physics = {
  type: "physics",
  mass: null,
  stiffness: null,
  damping: null,
  steps: null,
  hydrodynamics: null,
};

/** A wish that changes this and leaves all else as it is. */
export function changing(change: Change): ClientMessage {
  return { ...AS_IT_IS, ...change };
}

/** How long a step is, of species that take so many a frame. */
export function stepPhrase(taken: readonly number[]): string {
  const fewest = Math.min(...taken);
  const most = Math.max(...taken);
  if (!Number.isFinite(fewest)) return "no fishes, no steps";
  const longest = milliseconds(fewest);
  if (fewest === most) return `1/(60 × ${most}) s = ${longest} ms`;
  return `${milliseconds(most)} to ${longest} ms, by species`;
}

/** Who is not moved by what is set here; empty if all are, or would be moved alike. */
export function replayedPhrase({ levels, physics }: Status): string {
  const replayed = levels.playback + levels.frame;
  if (!physics || physics.standard || replayed === 0) return "";
  const who = replayed === 1 ? "1 fish is" : `${replayed} fishes are`;
  return `${who} replayed: recorded with the standard physics.`;
}

function milliseconds(steps: number): string {
  return (1000 / FRAMES_A_SECOND / steps).toFixed(1);
}
