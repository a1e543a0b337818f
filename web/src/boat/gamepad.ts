/** A gamepad at the helm: sticks and triggers in, levers out. Pure but for `gamepadHere`. */

export interface PadWishes {
  /** -1 to 1, as `Steer` has them. */
  thrust: number;
  turn: number;
  pitch: number;
  lift: number;
  /** Whether a button has just gone down. */
  stop: boolean;
  leave: boolean;
}

/** What is used of the browser's `Gamepad`. */
export interface Pad {
  readonly connected: boolean;
  readonly mapping: string;
  readonly axes: readonly number[];
  readonly buttons: readonly { readonly pressed: boolean; readonly value: number }[];
}

/** Sticks that nobody touches are never quite in the middle. */
export const DEAD_ZONE = 0.16;

/** Numbers of the standard gamepad (W3C), by what they are here. */
const AXES = { turn: 0, thrust: 1, lift: 2, pitch: 3 } as const;
const BUTTONS = { stop: 0, leave: 1, dive: 6, rise: 7 } as const;

/** As help lists them. */
export const PAD_KEYS: readonly (readonly [string, string])[] = [
  ["left stick", "ahead, astern; turn left, right"],
  ["right stick", "bow up, down; sideways: dive, rise"],
  ["LT RT", "dive, rise"],
  ["A ✕", "full stop"],
  ["B ○", "leave the submarine"],
];

/** The first that is laid out as the standard has it; it may be plugged in at any time. */
export function gamepadHere(): Pad | null {
  // Without a safe connection browsers have none.
  const pads = navigator.getGamepads?.() ?? [];
  for (const pad of pads) if (pad?.connected && pad.mapping === "standard") return pad;
  return null;
}

/** Remembers which buttons were down, so that each press counts once. */
export class PadReader {
  private stopDown = true;
  private leaveDown = true;

  /** Whatever is held down by now means nothing until it is pressed anew. */
  reset(): void {
    this.stopDown = this.leaveDown = true;
  }

  read(pad: Pad | null, out: PadWishes): void {
    const held = (button: number) => pad?.buttons[button]?.pressed === true;
    const deep = (button: number) => pad?.buttons[button]?.value ?? 0;
    const pulled = (axis: number) => beyondRest(pad?.axes[axis] ?? 0);
    out.thrust = -pulled(AXES.thrust);
    out.turn = -pulled(AXES.turn);
    out.pitch = -pulled(AXES.pitch);
    out.lift = within(pulled(AXES.lift) + deep(BUTTONS.rise) - deep(BUTTONS.dive));
    const [stopDown, leaveDown] = [held(BUTTONS.stop), held(BUTTONS.leave)];
    out.stop = stopDown && !this.stopDown;
    out.leave = leaveDown && !this.leaveDown;
    this.stopDown = stopDown;
    this.leaveDown = leaveDown;
  }
}

function beyondRest(value: number): number {
  const far = Math.abs(value);
  return far > DEAD_ZONE ? within((Math.sign(value) * (far - DEAD_ZONE)) / (1 - DEAD_ZONE)) : 0;
}

function within(value: number): number {
  return Math.min(1, Math.max(-1, value));
}
