/** Whether this page shows a picture for each eye, and how. */
import { Store } from "../shell/store.ts";

export const STEREO_KINDS = ["off", "parallel", "crossed", "anaglyph"] as const;
export type StereoKind = (typeof STEREO_KINDS)[number];

export interface StereoChoice {
  kind: StereoKind;
  /** From one eye to the other, in the world [m]. */
  apart: number;
  /** What is so far away seems to lie in the screen [m]. */
  zero: number;
}

/** A thirtieth of how far away most fishes are that one looks at: eyes take it without strain. */
export const USUAL: StereoChoice = { kind: "off", apart: 0.05, zero: 1.5 };
export const APART = [0, 0.2] as const;
export const ZERO = [0.3, 10] as const;

/** The choice that an address makes, as `?stereo=crossed&apart=0.04&zero=2`; and what is wrong. */
export function stereoInAddress(search: string): { choice: StereoChoice; problem: string | null } {
  const asked = new URLSearchParams(search);
  const choice = { ...USUAL };
  const problems: string[] = [];
  const kind = asked.get("stereo");
  if (kind !== null) {
    const known = STEREO_KINDS.find((one) => one === kind);
    if (known) choice.kind = known;
    else problems.push(`stereo=${kind}: it is one of ${STEREO_KINDS.join(", ")}`);
  }
  for (const [name, range] of [
    ["apart", APART],
    ["zero", ZERO],
  ] as const) {
    const text = asked.get(name);
    if (text === null) continue;
    const value = Number(text);
    if (text.trim() !== "" && value >= range[0] && value <= range[1]) choice[name] = value;
    else
      problems.push(`${name}=${text}: it is a number from ${range[0]} to ${range[1]}, in metres`);
  }
  return { choice, problem: problems.length ? `The address says ${problems.join("; ")}.` : null };
}

export class Stereo {
  readonly state: Store<StereoChoice>;

  constructor(choice: StereoChoice = USUAL) {
    this.state = new Store({ ...choice });
  }

  get kind(): StereoKind {
    return this.state.value.kind;
  }

  /** Two pictures beside each other. */
  get beside(): boolean {
    return this.kind === "parallel" || this.kind === "crossed";
  }

  reset(): void {
    const { apart, zero } = USUAL;
    this.state.set({ apart, zero });
  }
}
