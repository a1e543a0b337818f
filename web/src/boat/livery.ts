/** Colours of submarines, by their numbers: told apart by all eyes (after Okabe & Ito), and numbered. */
export interface Livery {
  name: string;
  paint: string;
  /** Of a number on it. */
  ink: string;
}

const DARK = "#08202b";
const LIGHT = "#ffffff";
const LIVERIES: readonly Livery[] = [
  { name: "yellow", paint: "#ffbc00", ink: DARK },
  { name: "sky blue", paint: "#56b4e9", ink: DARK },
  { name: "green", paint: "#009e73", ink: LIGHT },
  { name: "pink", paint: "#e08fbb", ink: DARK },
  { name: "white", paint: "#f4f4ee", ink: DARK },
  { name: "vermilion", paint: "#d5490a", ink: LIGHT },
  { name: "blue", paint: "#0065b0", ink: LIGHT },
  { name: "black", paint: "#2b2f33", ink: LIGHT },
];

/** Of a submarine, from number 1 on. */
export function liveryOf(number: number): Livery {
  return LIVERIES[(number - 1) % LIVERIES.length] as Livery;
}
