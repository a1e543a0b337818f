/** What the person at the controls wants: keys and buttons in, setpoints out. Pure, for tests. */
import type { Drive } from "../wire/messages.ts";

/** Everything that has a key and a button. */
export type Control =
  | "faster"
  | "slower"
  | "left"
  | "right"
  | "turn-left"
  | "turn-right"
  | "ascend"
  | "descend"
  | "roll-left"
  | "roll-right"
  | "glide"
  | "balance"
  | "brake"
  | "backward";

const degrees = (angle: number) => (angle * Math.PI) / 180;

/** Turn rate while steering [rad/s]; the fish does what its body can. */
export const STEERING = 2;
export const CLIMB = degrees(30);
export const STEEP_CLIMB = degrees(45);
export const ROLL = degrees(25);
/** [L/s] */
export const BACKWARD = 0.6;
/** Angles of C-turns that are offered [degrees]. */
export const TURN_ANGLES = [30, 45, 60, 90, 135, 180] as const;
/** Speeds are asked for in this many steps. */
export const SPEED_STEPS = 12;
/** A key that is held repeats its step so often [s], at first after twice the time. */
export const REPEAT_SECONDS = 0.14;

const LETTERS: Record<string, Control> = {
  w: "faster",
  arrowup: "faster",
  s: "slower",
  arrowdown: "slower",
  a: "left",
  arrowleft: "left",
  d: "right",
  arrowright: "right",
  q: "turn-left",
  e: "turn-right",
  r: "ascend",
  f: "descend",
  z: "roll-left",
  c: "roll-right",
  g: "glide",
  b: "balance",
  x: "brake",
  v: "backward",
};

/** The keys while driving, as help lists them. */
export const PILOT_KEYS: readonly (readonly [string, string])[] = [
  ["W S or ↑ ↓", "swim faster, slower"],
  ["A D or ← →", "steer left, right, while held"],
  ["Q E", "C-turn to the left, to the right"],
  ["R F", "ascend, descend, while held; steeper with Shift"],
  ["G", "glide; once more, swim on"],
  ["B", "balance: level out"],
  ["Z C", "roll left, right, while held"],
  ["X", "brake, while held"],
  ["V", "row backwards, while held"],
  ["M", "show the muscles"],
  ["Esc", "leave the fish to itself"],
];

/** The control of a key; by its place on keyboards that write no Latin letters. */
export function controlOf({ key, code }: { key: string; code: string }): Control | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const name = /^[ -~]+$/.test(key) || !letter ? key : letter;
  return LETTERS[name.toLowerCase()];
}

/** Which controls are held, by whom (a key, a finger), and what follows from it. */
export class Controls {
  /** Of a C-turn [degrees]. */
  turnAngle: number = 60;
  /** Shift is held: climbs are steeper. */
  steep = false;
  private topSpeed = 1;
  private cruise = 0;
  private gliding = false;
  private readonly holders = new Map<string, Control>();
  private untilRepeat = 0;

  /** Takes over a fish that swims at a speed [L/s]. */
  start(speed: number, topSpeed: number): void {
    this.releaseAll();
    this.topSpeed = topSpeed;
    this.cruise = Math.min(Math.max(speed, 0), topSpeed);
    this.gliding = false;
  }

  /** Returns the C-turn that begins with this [rad], left positive, if one does. */
  press(control: Control, holder: string): number | undefined {
    if (this.holders.get(holder) === control) return undefined;
    this.holders.set(holder, control);
    switch (control) {
      case "faster":
      case "slower":
        this.step(control);
        this.untilRepeat = 2 * REPEAT_SECONDS;
        return undefined;
      case "glide":
        this.gliding = !this.gliding;
        return undefined;
      case "balance":
        this.letGo("ascend", "descend", "roll-left", "roll-right");
        return undefined;
      case "turn-left":
        return degrees(this.turnAngle);
      case "turn-right":
        return -degrees(this.turnAngle);
      default:
        return undefined;
    }
  }

  /** Returns whether this holder held anything. */
  release(holder: string): boolean {
    return this.holders.delete(holder);
  }

  releaseAll(): void {
    this.holders.clear();
    this.steep = false;
  }

  holds(control: Control): boolean {
    return [...this.holders.values()].includes(control);
  }

  /** Time passes: what is held repeats. Returns whether the speed has changed. */
  pass(seconds: number): boolean {
    const held = this.holds("faster") ? "faster" : this.holds("slower") ? "slower" : undefined;
    if (!held) return false;
    this.untilRepeat -= seconds;
    if (this.untilRepeat > 0) return false;
    this.untilRepeat = REPEAT_SECONDS;
    this.step(held);
    return true;
  }

  wishes(): Drive {
    const between = (more: Control, less: Control) =>
      Number(this.holds(more)) - Number(this.holds(less));
    const backward = this.holds("backward");
    return {
      type: "drive",
      speed: this.gliding || backward ? 0 : this.cruise,
      turn_rate: STEERING * between("left", "right"),
      climb: (this.steep ? STEEP_CLIMB : CLIMB) * between("ascend", "descend"),
      // Rolling to the left lowers the left side.
      roll: ROLL * between("roll-right", "roll-left"),
      brake: this.holds("brake") ? 1 : 0,
      backward: backward ? BACKWARD : 0,
    };
  }

  private step(control: "faster" | "slower"): void {
    const steps = Math.round((this.cruise / this.topSpeed) * SPEED_STEPS);
    const wanted = steps + (control === "faster" ? 1 : -1);
    const from = this.gliding && control === "slower" ? 0 : wanted;
    this.gliding = false;
    this.cruise = (Math.min(Math.max(from, 0), SPEED_STEPS) / SPEED_STEPS) * this.topSpeed;
  }

  private letGo(...controls: Control[]): void {
    for (const [holder, control] of this.holders) {
      if (controls.includes(control)) this.holders.delete(holder);
    }
  }
}
