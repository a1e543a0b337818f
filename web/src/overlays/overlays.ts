/** What this page shows of one fish besides its looks: what was chosen, of whom, and what was told. */

import type { Pilot } from "../pilot/pilot.ts";
import type { Curiosity } from "../reasons/curiosity.ts";
import { Store } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";
import type { Inside, Inspect, Push } from "../wire/messages.ts";

/** Of the chosen fish, in the order of the panel. */
export const OVERLAYS = ["muscles", "forces", "senses", "preferences", "label"] as const;
export type OverlayName = (typeof OVERLAYS)[number];

export interface OverlaysState extends Record<OverlayName, boolean> {
  /** Whose reasons are asked, else whom this page drives. */
  id: number | null;
  /** What the studio last said of it. */
  fish: Inside | null;
  /** What force an arrow shows that is as long as the fish [mN]. */
  scale: number;
}

const ALL_OFF: Record<OverlayName, boolean> = {
  muscles: false,
  forces: false,
  senses: false,
  preferences: false,
  label: false,
};
/** Below this share of the scale arrows are drawn larger. */
const SMALL = 0.15;

export class Overlays {
  readonly state = new Store<OverlaysState>({ ...ALL_OFF, id: null, fish: null, scale: 1 });
  private readonly studio: Studio;
  private readonly curiosity: Curiosity;
  private readonly pilot: Pilot;
  private world: unknown = null;
  private heard: unknown = null;
  private asked = "";
  /** The fish that is looked at; the stage knows. */
  private readonly aim: () => number | null;

  constructor(
    studio: Studio,
    { curiosity, pilot, aim }: { curiosity: Curiosity; pilot: Pilot; aim: () => number | null },
  ) {
    this.studio = studio;
    this.curiosity = curiosity;
    this.pilot = pilot;
    this.aim = aim;
    studio.state.watch(({ hello, inspected, connection }) => {
      if (hello !== this.world || connection.phase !== "open") {
        // Another world, or a studio that came back, knows nothing of what was asked.
        this.world = hello;
        this.asked = "";
        this.state.set({ fish: null });
        this.follow();
      } else if (inspected && inspected !== this.heard) {
        this.heard = inspected;
        this.hear(inspected.fish);
      }
    });
    curiosity.state.watch(() => this.follow());
    pilot.state.watch(() => this.follow());
  }

  show(name: OverlayName, on: boolean): void {
    this.state.set({ [name]: on });
    this.follow();
  }

  /** All of the chosen fish, or none; where nobody is chosen, of the one that is looked at. */
  toggle(): void {
    const on = !OVERLAYS.some((name) => this.state.value[name]);
    const seen = on && this.state.value.id === null ? this.aim() : null;
    if (seen !== null) this.curiosity.ask(seen);
    const all = Object.fromEntries(OVERLAYS.map((name) => [name, on]));
    this.state.set(all);
    this.follow();
  }

  /** Asks for what is shown of whoever is chosen, once. */
  private follow(): void {
    const id = this.curiosity.state.value.id ?? this.pilot.state.value.fish?.id ?? null;
    if (id !== this.state.value.id) this.state.set({ id, fish: null });
    const { connection, hello } = this.studio.state.value;
    if (connection.phase !== "open" || !hello || hello.recording) return;
    const { muscles, forces, senses } = this.state.value;
    const wanted = id !== null && (muscles || forces || senses);
    const wish: Inspect = wanted
      ? { type: "inspect", id, muscles, forces, senses }
      : { type: "inspect", id: null, muscles: false, forces: false, senses: false };
    const asked = wanted ? JSON.stringify(wish) : "";
    if (asked === this.asked) return;
    this.asked = asked;
    this.studio.send(wish);
  }

  private hear(fish: Inside | null): void {
    if (fish && fish.id !== this.state.value.id) return;
    const { scale } = this.state.value;
    this.state.set({ fish, scale: fish?.forces ? scaleFor(fish.forces, scale) : scale });
  }
}

/** The sum of all forces [mN]. */
export function totalOf(forces: readonly Push[]): [number, number, number] {
  const sum: [number, number, number] = [0, 0, 0];
  for (const { force } of forces) for (const k of [0, 1, 2] as const) sum[k] += force[k];
  return sum;
}

/** A round scale at which no arrow is longer than the fish; it stays until arrows are small. */
export function scaleFor(forces: readonly Push[], before: number): number {
  const all = [...forces.map(({ force }) => force), totalOf(forces)];
  const largest = Math.max(...all.map((force) => Math.hypot(...force)), 1e-3);
  return largest <= before && largest > SMALL * before ? before : roundUp(largest);
}

/** To 1, 2 or 5 times a power of ten. */
export function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value) + 1e-9);
  const digit = [1, 2, 5, 10].find((one) => one * power >= value * (1 - 1e-9)) ?? 10;
  return digit * power;
}
