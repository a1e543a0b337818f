import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

const STEPS = [
  ["left", "←", -1, 0],
  ["up", "↑", 0, 1],
  ["down", "↓", 0, -1],
  ["right", "→", 1, 0],
] as const;

/** What a drag does now; buttons for who has no pointer. */
export function HandHud({ around: { hand } }: PanelProps) {
  const { on, held } = useStore(hand.state);
  if (!on) return null;
  return (
    <div class="hand-hud glass" data-testid="hand-hud">
      <span role="status">
        {held === null ? "Take a fish, and drag it" : `You hold fish ${held}`}
      </span>
      {STEPS.map(([name, sign, right, up]) => (
        <button
          key={name}
          type="button"
          class="knob"
          data-testid={`hand-${name}`}
          aria-label={`Pull it ${name}`}
          title={`Pull the fish ${name}; an empty hand takes the one in the middle`}
          onClick={() => hand.nudge(right, up)}
        >
          {sign}
        </button>
      ))}
      <button
        type="button"
        class="button"
        data-testid="hand-open"
        disabled={held === null}
        onClick={() => hand.letGo()}
      >
        Let go
      </button>
      <button
        type="button"
        class="button"
        data-testid="hand-done"
        onClick={() => hand.toggle(false)}
      >
        Done<kbd>Esc</kbd>
      </button>
    </div>
  );
}
