/** Views that a key takes. */
import type { View } from "../figures/groundCamera.ts";

export interface Preset extends Pick<View, "elevation" | "distance"> {
  name: string;
  label: string;
}

export const PRESETS: readonly Preset[] = [
  { name: "wide", label: "wide", elevation: 0.2, distance: 9 },
  { name: "close", label: "close", elevation: 0.1, distance: 2.7 },
  { name: "low", label: "low, from the floor", elevation: -0.12, distance: 4.4 },
  { name: "above", label: "from above", elevation: 1.2, distance: 7.5 },
];
