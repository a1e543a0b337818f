import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

export function ViewPanel({ around: { view }, resetView }: PanelProps) {
  const { wireframe, follow } = useStore(view);
  return (
    <>
      <Switch
        name="wireframe"
        label="Wire frame"
        help="Shows what is simulated: 23 nodes, 91 springs, the 12 muscles in orange (W)."
        on={wireframe}
        onChange={(on) => view.set({ wireframe: on })}
      />
      <Switch
        name="follow"
        label="Follow the school"
        help="Keeps the camera with the centre of all fishes (L)."
        on={follow}
        onChange={(on) => view.set({ follow: on })}
      />
      <button
        type="button"
        class="button"
        data-testid="reset-view"
        title="Back to the first view (F, or a double click)"
        onClick={resetView}
      >
        Reset view
      </button>
    </>
  );
}

interface SwitchProps {
  name: string;
  label: string;
  help: string;
  on: boolean;
  onChange: (on: boolean) => void;
}

function Switch({ name, label, help, on, onChange }: SwitchProps) {
  return (
    <label class="switch" title={help}>
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        data-testid={name}
        aria-description={help}
        checked={on}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
