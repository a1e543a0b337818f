import type { ComponentChildren } from "preact";

const STEPS = [
  ["left", "←", -1, 0],
  ["up", "↑", 0, 1],
  ["down", "↓", 0, -1],
  ["right", "→", 1, 0],
] as const;

/** Buttons of a hand, for who has no pointer. help: what a button does; children: what else is
 * chosen. */
export function HandBar(props: {
  says: string;
  help: (way: string) => string;
  holds: boolean;
  nudge: (right: number, up: number) => void;
  letGo: () => void;
  done: () => void;
  children?: ComponentChildren;
}) {
  const { says, help, holds, nudge, letGo, done, children } = props;
  return (
    <div class="hand-hud glass" data-testid="hand-hud">
      <span role="status">{says}</span>
      {children}
      {STEPS.map(([name, sign, right, up]) => (
        <button
          key={name}
          type="button"
          class="knob"
          data-testid={`hand-${name}`}
          aria-label={`Pull ${name}`}
          title={help(name)}
          onClick={() => nudge(right, up)}
        >
          {sign}
        </button>
      ))}
      <button
        type="button"
        class="button"
        data-testid="hand-open"
        disabled={!holds}
        onClick={letGo}
      >
        Let go
      </button>
      <button type="button" class="button" data-testid="hand-done" onClick={done}>
        Done<kbd>Esc</kbd>
      </button>
    </div>
  );
}
