import { HandBar } from "../hands/HandBar.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

/** Buttons that carry who is chosen, as a drag does. */
export function CarryHud({ around: { company, desk } }: PanelProps) {
  const { hand } = desk;
  const { on, held } = useStore(hand.state);
  const { chosenId } = useStore(company.state);
  if (!on) return null;
  const name = (id: number) => company.resident(id)?.name ?? `no. ${id}`;
  const waits = chosenId === null ? "Drag somebody, or choose one (N)" : `Carry ${name(chosenId)}`;
  return (
    <HandBar
      says={held === null ? waits : `You hold ${name(held)}`}
      help={(way) => `Carry who is chosen ${way}`}
      holds={held !== null}
      nudge={(right, up) => hand.nudge(right, up)}
      letGo={() => hand.letGo()}
      done={() => hand.toggle(false)}
    />
  );
}
