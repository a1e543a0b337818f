/** A headset's controllers as the gamepad that steers the submarine. Pure, for tests. */
import type { Pad } from "../boat/gamepad.ts";

/** What is used of an `XRInputSource`. */
export interface HandHeld {
  readonly handedness: string;
  readonly gamepad?: Pick<Gamepad, "axes" | "buttons"> | null | undefined;
}

/** Numbers of `xr-standard` (W3C), by what they are here. */
const AXES = { x: 2, y: 3 } as const;
const TRIGGER = 0;
const GRIP = 1;
const LOWER = 4;
const UPPER = 5;

/** As help lists them. */
export const CONTROLLER_KEYS: readonly (readonly [string, string])[] = [
  ["left stick", "ahead, astern; turn left, right"],
  ["right stick", "bow up, down; sideways: dive, rise"],
  ["trigger", "board the submarine; aboard, drop food"],
  ["A X", "full stop"],
  ["grip, B Y", "leave the submarine"],
];

export interface Presses {
  trigger: boolean;
  leave: boolean;
}

export class Controllers {
  private triggerDown = true;
  private leaveDown = true;
  private readonly rest = { pressed: false, value: 0 };

  /** Whatever is held down by now means nothing until it is pressed anew. */
  reset(): void {
    this.triggerDown = this.leaveDown = true;
  }

  /** What has just been pressed. */
  presses(hands: Iterable<HandHeld>): Presses {
    const all = [...hands];
    const held = (...buttons: number[]) =>
      all.some(({ gamepad }) => buttons.some((one) => gamepad?.buttons[one]?.pressed));
    const trigger = held(TRIGGER);
    const leave = held(GRIP, UPPER);
    const pressed = { trigger: trigger && !this.triggerDown, leave: leave && !this.leaveDown };
    this.triggerDown = trigger;
    this.leaveDown = leave;
    return pressed;
  }

  /** Sticks and full stop, laid out as a standard gamepad; null without any. */
  pad(hands: Iterable<HandHeld>): Pad | null {
    const all = [...hands].filter(({ gamepad }) => gamepad);
    if (all.length === 0) return null;
    const left = all.find(({ handedness }) => handedness === "left");
    const right = all.find(({ handedness }) => handedness === "right");
    // Who has one hand only steers with it.
    const first = left ?? right ?? all[0];
    const second = left ? right : undefined;
    const axis = (hand: HandHeld | undefined, which: number) => hand?.gamepad?.axes[which] ?? 0;
    const stop = all.some(({ gamepad }) => gamepad?.buttons[LOWER]?.pressed);
    return {
      connected: true,
      mapping: "standard",
      axes: [axis(first, AXES.x), axis(first, AXES.y), axis(second, AXES.x), axis(second, AXES.y)],
      buttons: [{ pressed: stop, value: Number(stop) }, this.rest],
    };
  }
}
