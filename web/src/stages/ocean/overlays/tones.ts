/** Colours of overlays, after Okabe and Ito: nearly everybody tells them apart. */
export const TONE = {
  ahead: "#e69f00",
  back: "#56b4e9",
  sum: "#f0e442",
  // As the rosette of the reasons has them.
  towards: "#5fe0d0",
  away: "#ffb469",
  schoolmate: "#56b4e9",
  predator: "#ff7a1a",
  prey: "#f0e442",
  mate: "#cc79a7",
  region: "#e69f00",
  view: "#56b4e9",
} as const;
