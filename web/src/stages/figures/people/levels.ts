/** The colours that tell levels of detail apart: everybody sees their difference, and their order. */
export const LEVEL_COLOURS = ["#ff8a2b", "#3d9bff", "#6f7a84"] as const;

export const LEVEL_NAMES = ["high", "medium", "low"] as const;
