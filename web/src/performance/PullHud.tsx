import { useState } from "preact/hooks";
import { HandBar } from "../hands/HandBar.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

/** Buttons that take a double by a part and pull it, as a drag does. */
export function PullHud({ around: { troupe } }: PanelProps) {
  const { hand } = troupe;
  const { on, held } = useStore(hand.state);
  const { hello } = useStore(troupe.state);
  const [part, setPart] = useState(hand.part);
  const parts = hello?.parts ?? [];
  if (!on || parts.length === 0) return null;
  const holds = held && parts[held.part];
  const choose = (number: number) => {
    hand.letGo();
    hand.part = number;
    setPart(number);
  };
  return (
    <HandBar
      says={holds ? `You hold his ${holds.name}` : "Drag him, or pull his"}
      help={(way) => `Pull him ${way}, by what is chosen`}
      holds={held !== null}
      nudge={(right, up) => hand.nudge(right, up)}
      letGo={() => hand.letGo()}
      done={() => hand.toggle(false)}
    >
      <select
        aria-label="By which part he is pulled"
        title="By which part he is pulled"
        data-testid="hand-part"
        value={part}
        onChange={({ currentTarget }) => choose(Number(currentTarget.value))}
      >
        {parts.map(({ name }, number) => (
          <option key={name} value={number}>
            {name}
          </option>
        ))}
      </select>
    </HandBar>
  );
}
