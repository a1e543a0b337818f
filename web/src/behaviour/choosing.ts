/** Whom to look at next, for who does not click. */

/** The next of these ids, or the one before, round and round; null where nobody is. */
export function neighbour(ids: readonly number[], id: number, step: 1 | -1): number | null {
  const inTurn = [...ids].sort((a, b) => step * (a - b));
  return inTurn.find((one) => step * (one - id) > 0) ?? inTurn[0] ?? null;
}
