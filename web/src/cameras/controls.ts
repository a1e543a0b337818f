/** What hands ask of a camera: keys and buttons in, directions out. Pure, for tests. */

export const CAMERA_KINDS = ["orbit", "free", "chase", "ride"] as const;
export type CameraKind = (typeof CAMERA_KINDS)[number];

export type CameraControl =
  | "ahead"
  | "back"
  | "left"
  | "right"
  | "rise"
  | "sink"
  | "look-left"
  | "look-right"
  | "look-up"
  | "look-down"
  | "more"
  | "less";

/** Of a free camera [m/s]. */
export const SPEEDS = { slowest: 0.1, usual: 1.2, fastest: 12 } as const;

const FLYING: Record<string, CameraControl> = {
  arrowup: "ahead",
  arrowdown: "back",
  arrowleft: "left",
  arrowright: "right",
  pageup: "rise",
  pagedown: "sink",
  a: "look-left",
  d: "look-right",
  e: "look-up",
  q: "look-down",
  "+": "more",
  "=": "more",
  "-": "less",
};
const LOOKING: Record<string, CameraControl> = {
  arrowleft: "look-left",
  arrowright: "look-right",
  arrowup: "look-up",
  arrowdown: "look-down",
  "+": "more",
  "=": "more",
  "-": "less",
};

/** The keys of the cameras, as help lists them. */
export const CAMERA_KEYS: readonly (readonly [string, string])[] = [
  ["← → ↑ ↓", "free: fly; chase and ride: look around, while held"],
  ["Page ↑ ↓", "free: rise, sink"],
  ["A D, E Q", "free: look left and right, up and down"],
  ["+ −", "free: faster, slower; chase: closer, farther"],
  ["Esc", "back to the orbit"],
];

/** The control of a key with this camera; the orbit has keys of its own. */
export function cameraControlOf(
  kind: CameraKind,
  { key, code }: { key: string; code: string },
): CameraControl | undefined {
  if (kind === "orbit") return undefined;
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  const name = (/^[ -~]+$/.test(key) || !letter ? key : letter).toLowerCase();
  return (kind === "free" ? FLYING : LOOKING)[name];
}

/** Which controls are held, by whom: a key, a finger. */
export class CameraControls {
  private readonly holders = new Map<string, CameraControl>();

  press(control: CameraControl, holder: string): void {
    this.holders.set(holder, control);
  }

  release(holder: string): boolean {
    return this.holders.delete(holder);
  }

  releaseAll(): void {
    this.holders.clear();
  }

  holds(control: CameraControl): boolean {
    return [...this.holders.values()].includes(control);
  }

  /** 1, -1, or 0 for none or both. */
  between(more: CameraControl, less: CameraControl): number {
    return Number(this.holds(more)) - Number(this.holds(less));
  }

  get active(): ReadonlySet<CameraControl> {
    return new Set(this.holders.values());
  }
}
