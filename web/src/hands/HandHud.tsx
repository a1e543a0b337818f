import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { HandBar } from "./HandBar.tsx";

/** What a drag does now in the ocean; buttons for who has no pointer. */
export function HandHud({ around: { hand } }: PanelProps) {
  const { on, held } = useStore(hand.state);
  if (!on) return null;
  return (
    <HandBar
      says={held === null ? "Take a fish, and drag it" : `You hold fish ${held}`}
      help={(way) => `Pull the fish ${way}; an empty hand takes the one in the middle`}
      holds={held !== null}
      nudge={(right, up) => hand.nudge(right, up)}
      letGo={() => hand.letGo()}
      done={() => hand.toggle(false)}
    />
  );
}
