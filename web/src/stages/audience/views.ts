/** Views that a key takes. */
import type { View } from "../figures/groundCamera.ts";

export interface Preset extends Pick<View, "elevation" | "distance"> {
  name: string;
  label: string;
  /** Its elevation where walls are in the way [rad]. */
  overWalls: number;
}

export const PRESETS: readonly Preset[] = [
  { name: "wide", label: "wide", elevation: 0.2, overWalls: 0.36, distance: 9 },
  { name: "close", label: "close", elevation: 0.1, overWalls: 0.5, distance: 2.7 },
  { name: "low", label: "low, from the floor", elevation: -0.12, overWalls: -0.12, distance: 4.4 },
  { name: "above", label: "from above", elevation: 1.2, overWalls: 1.2, distance: 7.5 },
];
