// Generated from src/motorium/senses/eyes.py by `python -m motorium.wire.typescript`; do not edit.

export const ACROSS = 1.7453292519943295;
export const ASPECT = 1.3333333333333333;
export const UPWARDS = 1.4587751094566181;
export const RETINA_WIDTH = 160;
export const RETINA_HEIGHT = 120;
export const CROSSING = 5;
export const NEAREST = 0.01;
export const FARTHEST = 60;
export const MOST_PAN = 1.7453292519943295;
export const MOST_TILT = 1.0471975511965976;
export const NOSE = 0;
export const HEAD_RING = [1, 2, 3, 4] as const;
/** What an identity map says of pixels that show no fish. */
export const THINGS = {
  water: -1,
  ground: -2,
  rock: -3,
  weed: -4,
  plankton: -5,
  bubble: -6,
  food: -7,
  submarine: -8,
  line: -9,
} as const;
