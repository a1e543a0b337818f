import { Switch } from "../panels/Switch.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { Inside } from "../wire/messages.ts";
import { OVERLAYS, type OverlayName, type OverlaysState, totalOf } from "./overlays.ts";

const SWITCHES: Record<OverlayName, { label: string; help: string }> = {
  muscles: {
    label: "Muscles",
    help: "Through a skin of glass, 12 muscles: who shortens swells and glows.",
  },
  forces: {
    label: "Forces of the water",
    help: "An arrow for each face and fin that the water presses on, and one for their sum.",
  },
  senses: {
    label: "What it senses",
    help: "As far as it sees, but for the cone behind; the box in which others are in its way.",
  },
  preferences: {
    label: "Motor preferences",
    help: "Where it would rather go: arrows away from it. Where not: arrows towards it.",
  },
  label: { label: "Name", help: "Its species, its id, and what moves it." },
};
/** A recording has none of these. */
const LIVE_ONLY: readonly OverlayName[] = ["muscles", "forces", "senses"];

/** Shows the models themselves, over the fishes. */
export function OverlaysPanel({ around }: PanelProps) {
  const { overlays, view, studio } = around;
  const state = useStore(overlays.state);
  const { wireframe, levels } = useStore(view);
  const { hello } = useStore(studio.state);
  const comparing = hello?.comparison != null;
  return (
    <>
      <h3 class="overlays-of">All fishes</h3>
      <Switch
        name="overlay-wireframe"
        label="Wire frame"
        help="What is simulated: 23 nodes, 91 springs, the 12 muscles among them in orange (W)."
        on={wireframe}
        onChange={(on) => view.set({ wireframe: on })}
      />
      <Switch
        name="overlay-levels"
        label="Levels and motors"
        help="Orange: simulated. Blue: replayed. A white rim: stays on its motor (T)."
        on={levels}
        onChange={(on) => view.set({ levels: on })}
      />
      <h3 class="overlays-of">The chosen fish</h3>
      <p class="note" role="status" data-testid="overlay-fish">
        {state.id === null
          ? "Click on a fish, or press O for the one in the middle."
          : `Fish ${state.id}. O shows all of these, or none.`}
      </p>
      {OVERLAYS.map((name) => (
        <div key={name} class="overlay-row">
          <Switch
            name={`overlay-${name}`}
            {...SWITCHES[name]}
            on={state[name]}
            disabled={comparing || (hello?.recording != null && LIVE_ONLY.includes(name))}
            onChange={(on) => overlays.show(name, on)}
          />
          {state[name] && <p class="overlay-help">{SWITCHES[name].help}</p>}
          {state[name] && state.fish && <Legend name={name} fish={state.fish} state={state} />}
        </div>
      ))}
      <button
        type="button"
        class="button"
        data-testid="overlays-reset"
        title="Fishes as they look"
        onClick={() => {
          view.set({ wireframe: false, levels: false });
          for (const name of OVERLAYS) overlays.show(name, false);
        }}
      >
        All off
      </button>
    </>
  );
}

function Legend(props: { name: OverlayName; fish: Inside; state: OverlaysState }) {
  const { name, fish, state } = props;
  switch (name) {
    case "muscles":
      return (
        <p class="legend" data-testid="muscles-legend">
          relaxed <span class="scale" aria-hidden="true" /> shortened
        </p>
      );
    case "forces":
      return <ForcesLegend fish={fish} scale={state.scale} />;
    case "senses":
      return <SensesLegend fish={fish} />;
    default:
      return null;
  }
}

function ForcesLegend({ fish: { forces }, scale }: { fish: Inside; scale: number }) {
  if (!forces) {
    return (
      <p class="note" data-testid="forces-none">
        It is replayed: no water is calculated. Put it on muscles in the panel Motors.
      </p>
    );
  }
  const total = Math.hypot(...totalOf(forces));
  return (
    <dl class="overlay-marks" data-testid="forces-legend">
      <Mark sign="↑" tone="ahead" text="pushes it ahead" />
      <Mark sign="↓" tone="back" text="holds it back" />
      <Mark sign="⬆" tone="sum" text={`the sum, ${figure(total)} mN`} />
      <Mark sign="⟷" tone="quiet" text={`as long as the fish: ${figure(scale)} mN`} />
    </dl>
  );
}

function SensesLegend({ fish: { senses } }: { fish: Inside }) {
  if (!senses) {
    return (
      <p class="note" data-testid="senses-none">
        It has no senses of its own now: a pilot drives it, or a mind that does not look.
      </p>
    );
  }
  const many = (kind: string) => senses.fishes.filter((one) => one.kind === kind).length;
  return (
    <dl class="overlay-marks" data-testid="senses-legend">
      <Mark sign="○" tone="schoolmate" text={`schoolmates: ${many("schoolmate")}`} />
      <Mark sign="△" tone="predator" text={`predators: ${many("predator")}`} />
      <Mark sign="□" tone="prey" text={`prey: ${many("prey")}`} />
      <Mark sign="⬡" tone="mate" text={`mates: ${many("mate")}`} />
      <Mark sign="─" tone="schoolmate" text={`sees its like at ${senses.sight.toFixed(1)} m`} />
      <Mark
        sign="┄"
        tone="ahead"
        text={senses.danger === null ? "nobody in its way" : `fish ${senses.danger} in its way`}
      />
    </dl>
  );
}

function Mark({ sign, tone, text }: { sign: string; tone: string; text: string }) {
  return (
    <div>
      <dt class={`tone-${tone}`} aria-hidden="true">
        {sign}
      </dt>
      <dd>{text}</dd>
    </div>
  );
}

function figure(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toPrecision(2);
}
