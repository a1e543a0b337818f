import { Switch } from "../panels/Switch.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

export function ViewPanel({ around: { theatre }, resetView }: PanelProps) {
  const { skeleton, skin } = useStore(theatre.state);
  return (
    <>
      <Switch
        name="skeleton"
        label="Skeleton"
        help="Shows what is simulated: points, rods and scripted paths (W)."
        on={skeleton}
        onChange={(on) => theatre.state.set({ skeleton: on })}
      />
      <Switch
        name="skin"
        label="Skin"
        help="Shows the parts that follow the skeleton."
        on={skin}
        onChange={(on) => theatre.state.set({ skin: on, skeleton: skeleton || !on })}
      />
      <button
        type="button"
        class="button"
        data-testid="reset-view"
        title="Back to the first view (V)"
        onClick={resetView}
      >
        Reset view
      </button>
    </>
  );
}
