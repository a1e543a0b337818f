/** What a person who has never been here can do at once. */
import type { IconName } from "../shell/Icon.tsx";
import type { Surroundings } from "../shell/registry.ts";
import type { StudioState } from "../shell/studio.ts";

export interface Action {
  id: string;
  icon: IconName;
  label: string;
  /** What it does, with its key. */
  help: string;
  /** Whether there is what it needs here. */
  offered: (state: StudioState) => boolean;
  /** Whether it is being done; left out of what is done at once. */
  on?: (around: Surroundings) => boolean;
  run: (around: Surroundings) => void;
}

const live = ({ hello }: StudioState) => hello != null && hello.recording == null;
const peopled = ({ status }: StudioState) => (status?.population ?? 0) > 0;

/** Whoever goes somewhere else has done with what he did here. */
function openHands({ feeding, hand }: Surroundings): void {
  feeding.set({ on: false });
  hand.toggle(false);
}

function throughCamera(kind: "free" | "ride"): Pick<Action, "on" | "run"> {
  const on = ({ cameras }: Surroundings) => cameras.inUse === kind;
  return {
    on,
    run: (around) => {
      if (on(around)) around.cameras.backToOrbit();
      else around.cameras.choose(kind);
    },
  };
}

export const ACTIONS: readonly Action[] = [
  {
    id: "fly",
    icon: "fly",
    label: "Move",
    help: "Fly through the water with the arrow keys, or with the buttons that appear (N: next camera)",
    offered: () => true,
    ...throughCamera("free"),
  },
  {
    id: "feed",
    icon: "feed",
    label: "Feed",
    help: "Then a click drops food into the water (F)",
    offered: (state) => live(state) && state.hello?.habitat != null,
    on: ({ feeding }) => feeding.value.on,
    run: ({ feeding, hand }) => {
      hand.toggle(false);
      feeding.set({ on: !feeding.value.on });
    },
  },
  {
    id: "hand",
    icon: "hand",
    label: "Touch",
    help: "Take a fish by the hand: then a drag on one pulls it (G)",
    offered: (state) => live(state) && peopled(state),
    on: ({ hand }) => hand.state.value.on,
    run: ({ feeding, hand }) => {
      feeding.set({ on: false });
      hand.toggle();
    },
  },
  {
    id: "eyes",
    icon: "eye",
    label: "A fish's eyes",
    help: "See what a fish sees: the one that you clicked on, or the one in the middle (N: next camera)",
    offered: peopled,
    ...throughCamera("ride"),
  },
  {
    id: "be",
    icon: "fish",
    label: "Be a fish",
    help: "Drive a fish: the one that you clicked on, or the one in the middle (P)",
    offered: (state) => live(state) && peopled(state),
    run: (around) => {
      openHands(around);
      around.pilot.begin();
    },
  },
  {
    id: "dive",
    icon: "boat",
    label: "Dive",
    help: "Board a submarine (B)",
    offered: (state) => live(state) && state.hello?.submarine != null,
    run: (around) => {
      openHands(around);
      around.boat.toggle();
    },
  },
];
