/** Which part of a panorama this window shows. Pure, for tests. */

export const SIDES = { left: 1, centre: 0, right: -1 } as const;
export type Side = keyof typeof SIDES;

export interface Channel {
  side: Side;
  /** Between the middles of two channels beside each other [rad]; left is positive. */
  angle: number;
  /** That one picture takes in from left to right [rad]; what the angle has more is the frame's. */
  field: number;
}

export const USUAL_ANGLE = 60;
const ANGLES = [5, 120] as const;
const DEGREE = Math.PI / 180;

/** Of `?channel=left&angle=60&field=56`; null without. `problem` says what cannot be. */
export function channelInAddress(search: string): {
  channel: Channel | null;
  problem: string | null;
} {
  const asked = new URLSearchParams(search);
  const side = asked.get("channel");
  if (side === null) return { channel: null, problem: null };
  if (!Object.hasOwn(SIDES, side)) {
    const known = Object.keys(SIDES).join(", ");
    return { channel: null, problem: `The address says channel=${side}: it is one of ${known}.` };
  }
  const read = (name: string, usual: number) => {
    const text = asked.get(name);
    const value = text === null || text.trim() === "" ? usual : Number(text);
    return value >= ANGLES[0] && value <= ANGLES[1] ? value : null;
  };
  const angle = read("angle", USUAL_ANGLE);
  const field = read("field", angle ?? USUAL_ANGLE);
  if (angle === null || field === null) {
    const name = angle === null ? "angle" : "field";
    return {
      channel: null,
      problem: `The address says ${name}=${asked.get(name)}: it is from ${ANGLES[0]} to ${ANGLES[1]} degrees.`,
    };
  }
  return {
    channel: { side: side as Side, angle: angle * DEGREE, field: field * DEGREE },
    problem: null,
  };
}

/** The address of the window beside this one. */
export function addressOf(side: Side, href: string): string {
  const address = new URL(href);
  address.searchParams.set("channel", side);
  return address.href;
}

/** How far to the left of the middle a channel looks [rad]. */
export function turnOf({ side, angle }: Channel): number {
  return SIDES[side] * angle;
}

/** The whole vertical angle of a picture [degrees], for a window so many times as wide as high. */
export function uprightField({ field }: Channel, aspect: number): number {
  return (2 * Math.atan(Math.tan(field / 2) / aspect)) / DEGREE;
}
