import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { LEVEL_COLOUR } from "../stages/ocean/fish/levels.ts";
import type { Levels, Motor } from "../wire/messages.ts";
import { MotorChoice } from "./MotorChoice.tsx";
import { RangeControl } from "./RangeControl.tsx";
import { Switch } from "./Switch.tsx";

const USUAL_BUDGET_MS = 8;

/** What moves the fishes: who is simulated, who is replayed, and what a frame may cost. */
export function MotorsPanel({ around: { studio, pilot, view, motors } }: PanelProps) {
  const { hello, status, connection } = useStore(studio.state);
  const { fish } = useStore(pilot.state);
  const { ofDriven } = useStore(motors);
  const { levels: tinted } = useStore(view);
  const comparing = hello?.comparison != null;
  const disabled = !status?.running || connection.phase !== "open" || comparing;
  const budget = status?.budget ?? null;
  const send = (id: number | null) => (choice: Motor["choice"]) =>
    studio.send({ type: "motor", id, choice });
  return (
    <>
      <MotorChoice
        name="motor-all"
        legend="All fishes"
        choice={status && choiceOfAll(status.levels)}
        disabled={disabled}
        onChoose={send(null)}
      />
      {fish && (
        <MotorChoice
          name="motor-one"
          legend={`Fish ${fish.id}, which you drive`}
          choice={ofDriven}
          disabled={disabled}
          onChoose={send(fish.id)}
        />
      )}
      {status && <LevelCounts levels={status.levels} />}
      {status?.preparing && (
        <p class="note" role="status" data-testid="preparing">
          <span class="pulse" aria-hidden="true" /> {status.preparing} …
        </p>
      )}
      <Switch
        name="show-levels"
        label="Show levels"
        help="Tints fishes by what moves them (T)."
        on={tinted}
        onChange={(on) => view.set({ levels: on })}
      />
      {tinted && (
        <p class="legend rims" data-testid="level-legend">
          <i class="rim" aria-hidden="true" /> white rim: stays on its motor
        </p>
      )}
      <Switch
        name="budget-on"
        label="Frame budget"
        help="Lets automatic fishes change motors until a frame costs no more than this."
        on={budget !== null}
        disabled={disabled}
        onChange={(on) =>
          studio.send({ type: "budget", milliseconds: on ? USUAL_BUDGET_MS : null })
        }
      />
      {budget !== null && (
        <>
          <RangeControl
            name="budget"
            label="At most"
            unit="ms"
            help="What the simulation of one frame of 1/60 s may cost."
            range={hello?.limits.budget ?? [0.1, 100]}
            step={0.1}
            curve={3}
            value={budget}
            disabled={disabled}
            onChange={(milliseconds) => studio.send({ type: "budget", milliseconds })}
          />
          <p class="note governor" data-testid="governor">
            {status && governorPhrase(status.levels)}
          </p>
        </>
      )}
      <div class="buttons">
        <button
          type="button"
          class="button wide"
          data-testid="compare"
          disabled={disabled || status?.population === 0}
          title="Two twins side by side, with the same commands: one simulated, one replayed (C)"
          onClick={(event) => {
            event.currentTarget.blur();
            studio.send({ type: "compare", on: true, id: fish?.id ?? pilot.choose() });
          }}
        >
          Compare side by side<kbd>C</kbd>
        </button>
      </div>
    </>
  );
}

/** How many fishes are at each level, as a bar and in numbers. */
function LevelCounts({ levels }: { levels: Levels }) {
  const parts = [
    ["muscles", "muscles", "Simulated: muscles, body, water."],
    ["playback", "playback", "Replayed, with all that one sees."],
    ["frame", "unseen", "Replayed, but nobody sees them: only where they are is worked out."],
  ] as const;
  return (
    <div class="levels" data-testid="levels">
      <span class="level-bar" aria-hidden="true">
        {parts.map(([name]) => (
          <i key={name} style={{ flexGrow: levels[name], background: LEVEL_COLOUR[name] }} />
        ))}
      </span>
      <dl>
        {parts.map(([name, label, help]) => (
          <div key={name} title={help}>
            <dt>
              <i class="dot" style={{ background: LEVEL_COLOUR[name] }} aria-hidden="true" />
              {label}
            </dt>
            <dd data-testid={`count-${name}`}>{levels[name]}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

/** What all fishes have in common; null if they differ. */
function choiceOfAll(levels: Levels): Motor["choice"] | null {
  const { muscles, playback, frame, automatic } = levels;
  const replayed = playback + frame;
  if (muscles + replayed === 0) return null;
  if (automatic === muscles + replayed) return "automatic";
  if (automatic > 0 || (muscles > 0 && replayed > 0)) return null;
  return muscles > 0 ? "muscle" : "repertoire";
}

function governorPhrase({ automatic, governor, changes }: Levels): string {
  if (automatic === 0) return "Only automatic fishes change motors, and there are none.";
  const sentence = governor.charAt(0).toUpperCase() + governor.slice(1);
  return `${sentence}; ${changes.toFixed(1)} changes a fish and minute.`;
}
