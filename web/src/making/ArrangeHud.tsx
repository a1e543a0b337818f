import { CLICK } from "../shell/pointing.ts";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { labelOf } from "./things.ts";

/** What a click does now, and how to stop it. */
export function ArrangeHud({ around: { arranger } }: PanelProps) {
  const { on, tool, held } = useStore(arranger.state);
  if (!on) return null;
  return (
    <div class="feed-hud glass" role="status" data-testid="arrange-hud">
      {sentence(tool && labelOf(tool), held && labelOf(held.kind))}
      <button
        type="button"
        class="button"
        data-testid="arrange-done"
        onClick={() => arranger.stop()}
      >
        Done<kbd>Esc</kbd>
      </button>
    </div>
  );
}

function sentence(tool: string | null, held: string | null): string {
  if (tool) return `${CLICK} on the ground to put the ${tool.toLowerCase()} there`;
  if (held)
    return `${held}: drag it, or use the arrows; the wheel or + − resize it, Del removes it`;
  return `${CLICK} on a stone or a plant to move it`;
}
