/** What the stage lends to whoever takes pictures of it. */

export interface Lens {
  /** The view without panels as a PNG, so many times as large as the window. */
  take: (scale: number) => Promise<Blob>;
  /** On which it is drawn. */
  canvas: () => HTMLCanvasElement;
}

/** While nothing is drawn. */
export function noLens(): Lens {
  const nothing = () => {
    throw new Error("nothing is drawn here");
  };
  return { take: async () => nothing(), canvas: nothing };
}

/** A file's name: what is shown, and at what time of its world [s]. */
export function pictureName(scenario: string, seconds: number, suffix: string): string {
  const words = scenario.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  const called = words.join("-").slice(0, 60) || "motorium";
  return `${called}-${Math.max(0, seconds).toFixed(2)}s.${suffix}`;
}
