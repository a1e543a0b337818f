/** What a person does with whatever points on this machine. */
export const CLICK = matchMedia("(pointer: coarse)").matches ? "Tap" : "Click";
