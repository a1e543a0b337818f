/** How finely a form is drawn: 0 near by, 2 far away. */
export const LEVELS = [0, 1, 2] as const;
export type Level = (typeof LEVELS)[number];

/** What belongs to a level. */
export function oneOf<T>(level: Level, ...values: readonly [near: T, between: T, far: T]): T {
  return values[level];
}
