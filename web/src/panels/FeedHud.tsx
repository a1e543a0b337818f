import { CLICK } from "../shell/pointing.ts";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

/** What a click does now, and how to stop it. */
export function FeedHud({ around: { feeding } }: PanelProps) {
  const { on } = useStore(feeding);
  if (!on) return null;
  return (
    <div class="feed-hud glass" role="status" data-testid="feed-hud">
      <span class="crumbs" aria-hidden="true" />
      {CLICK} in the water to drop food
      <button
        type="button"
        class="button"
        data-testid="feed-done"
        onClick={() => feeding.set({ on: false })}
      >
        Done<kbd>Esc</kbd>
      </button>
    </div>
  );
}
