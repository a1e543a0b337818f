import { LineControls } from "../boat/LineControls.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { RangeControl } from "./RangeControl.tsx";

const LAST_MINUTE = 23.98;

export function HabitatPanel({ around }: PanelProps) {
  const { studio, feeding } = around;
  const { hello, status, connection } = useStore(studio.state);
  const { on: feedingNow } = useStore(feeding);
  const now = status?.habitat;
  const disabled = !now || !status?.running || connection.phase !== "open";
  return (
    <>
      <div class="buttons first">
        <button
          type="button"
          class="button wide"
          data-testid="feed"
          aria-pressed={feedingNow}
          disabled={disabled}
          title="Then a click in the water drops food there (F)"
          onClick={(event) => {
            // The space bar pauses; it must not press this again.
            event.currentTarget.blur();
            feeding.set({ on: !feedingNow });
          }}
        >
          {feedingNow ? "Stop feeding" : "Feed"}
          <kbd>{feedingNow ? "Esc" : "F"}</kbd>
        </button>
      </div>
      <LineControls around={around} disabled={disabled} />
      <RangeControl
        name="hour"
        label={`Time of day ${now && isNight(now.hour) ? "☾" : "☀"}`}
        unit="h"
        help="The hour: light, and what colour the water has."
        range={[0, LAST_MINUTE]}
        step={0.02}
        value={now?.hour}
        disabled={disabled}
        marks={[
          [0, "0"],
          [6, "6"],
          [12, "noon"],
          [18, "18"],
          [LAST_MINUTE, "24"],
        ]}
        onChange={(value) => studio.send({ type: "hour", value })}
      />
      <RangeControl
        name="flow"
        label="Currents"
        unit="×"
        help="How strong the currents of this habitat are: 0 stills them, 1 is as the scenario says."
        range={hello?.limits.flow ?? [0, 4]}
        step={0.01}
        value={now?.flow}
        disabled={disabled}
        marks={[
          [0, "still"],
          [1, "as given"],
          [4, ""],
        ]}
        onChange={(value) => studio.send({ type: "flow", value })}
      />
      <dl class="counts" data-testid="habitat-counts">
        <Count name="plankton" label="Plankton" value={now?.plankton} />
        <Count name="food" label="Food" value={now?.food} />
        <Count name="eaten" label="Eaten" value={now?.eaten} />
      </dl>
    </>
  );
}

function Count({ name, label, value }: { name: string; label: string; value: number | undefined }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-testid={`count-${name}`}>{value ?? "–"}</dd>
    </div>
  );
}

function isNight(hour: number): boolean {
  return hour < 6 || hour >= 18;
}
