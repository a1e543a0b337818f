import { Icon } from "../shell/Icon.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { TOOLS } from "./tools.ts";

/** The tools at the left, and the line that says what they do next. */
export function DrawingTools({ around: { theatre } }: PanelProps) {
  const { tool, hint } = useStore(theatre.state);
  return (
    <>
      <div class="tools glass" role="toolbar" aria-label="Tools">
        {TOOLS.map(({ id, key, label, does }) => (
          <button
            key={id}
            type="button"
            class="tool"
            data-testid={`tool-${id}`}
            aria-pressed={tool === id}
            title={`${label}: ${does} (${key})`}
            onClick={(event) => {
              event.currentTarget.blur();
              theatre.state.set({ tool: id, chosen: null });
            }}
          >
            <Icon name={id} />
            <span>{label}</span>
          </button>
        ))}
      </div>
      <p class="hint glass" role="status" data-testid="hint">
        {hint}
      </p>
    </>
  );
}
