import { CurrentDial } from "../panels/CurrentDial.tsx";
import { RangeControl } from "../panels/RangeControl.tsx";
import { Row } from "../panels/Row.tsx";
import { Switch } from "../panels/Switch.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import "./physics.css";
import { changing, replayedPhrase, stepPhrase } from "./physics.ts";

type Mark = readonly [number, string];

const FACTORS = [
  ["mass", "Mass", "How heavy bodies are: heavier ones gather way and stop more slowly."],
  [
    "stiffness",
    "Stiffness",
    "Of springs and muscles: soft bodies fold, and do not reach their top speed.",
  ],
  ["damping", "Damping", "How viscous bodies are inside: with more of it they beat and bend less."],
] as const;
const MOST_VISCOSITY = 4;

/** What fishes are made of, what they swim in, and how finely time is cut. */
export function PhysicsPanel({ around: { studio } }: PanelProps) {
  const { hello, status, connection } = useStore(studio.state);
  const open = status?.running && connection.phase === "open";
  const disabled = !open || hello?.comparison != null;
  const ranges = hello?.physics;
  const now = status?.physics;
  const replayed = status ? replayedPhrase(status) : "";
  const mostViscosity = hello?.limits.viscosity[1] ?? MOST_VISCOSITY;
  return (
    <div class="physics">
      {replayed && (
        <div class="replayed" role="status" data-testid="physics-replayed">
          <p>{replayed}</p>
          <button
            type="button"
            class="button"
            data-testid="physics-muscles"
            disabled={disabled}
            title="Simulate all fishes, so that all feel what is set here"
            onClick={() => studio.send({ type: "motor", id: null, choice: "muscle" })}
          >
            Put all on muscles
          </button>
        </div>
      )}
      {ranges && (
        <fieldset>
          <legend>Body</legend>
          {FACTORS.map(([name, label, help]) => (
            <RangeControl
              key={name}
              name={`physics-${name}`}
              label={label}
              unit="×"
              help={`${help} 1 is each species' own.`}
              range={ranges[name]}
              step={0.05}
              curve={2}
              value={now?.[name]}
              disabled={disabled}
              marks={factorMarks(ranges[name])}
              onChange={(factor) => studio.send(changing({ [name]: factor }))}
            />
          ))}
        </fieldset>
      )}
      <fieldset>
        <legend>Water</legend>
        {ranges && (
          <>
            <Switch
              name="hydrodynamics"
              label="Hydrodynamics"
              help="Whether water presses on bodies. Without, nothing drives or brakes them."
              on={now?.hydrodynamics ?? true}
              disabled={disabled}
              onChange={(on) => studio.send(changing({ hydrodynamics: on }))}
            />
            <p class="note" data-testid="physics-void">
              {now?.hydrodynamics === false
                ? "No water: they beat their tails and stay where they are."
                : "Switch it off and watch it beat its tail without moving."}
            </p>
          </>
        )}
        <RangeControl
          name="viscosity"
          label="Water"
          unit="µ"
          help="How strongly the medium resists: 0 is air, 1 is water, more is oil."
          range={[0, mostViscosity]}
          step={0.01}
          value={status?.viscosity}
          disabled={!open || now?.hydrodynamics === false}
          marks={[
            [0, "air"],
            [1, "water"],
            [mostViscosity, "oil"],
          ]}
          onChange={(value) => studio.send({ type: "viscosity", value })}
        />
        {now && (
          <CurrentDial
            velocity={now.current}
            most={hello?.limits.current ?? 1}
            disabled={!open}
            onChange={(velocity) => studio.send({ type: "current", velocity })}
          />
        )}
      </fieldset>
      {ranges && now && (
        <fieldset>
          <legend>Time</legend>
          <RangeControl
            name="physics-steps"
            label="Steps a frame"
            help="Into how many steps physics cuts a frame of 1/60 s: more are finer and cost more."
            range={ranges.steps}
            step={1}
            value={now.steps || Math.max(1, ...now.taken)}
            disabled={disabled}
            marks={stepMarks(ranges.steps, Math.max(1, ...ranges.own_steps))}
            onChange={(steps) => studio.send(changing({ steps }))}
          />
          <dl class="readout" data-testid="physics-time">
            <Row label="dt" help="A step: 1/60 s over the steps that a species takes.">
              <span data-testid="physics-dt">{stepPhrase(now.taken)}</span>
            </Row>
            <Row label="Cost" help="What one frame of 1/60 s costs the simulation.">
              {status ? `${status.frame_milliseconds.toFixed(2)} ms a frame` : "–"}
            </Row>
          </dl>
          {now.note && (
            <p class="note" role="status" data-testid="physics-note">
              {now.note}
            </p>
          )}
        </fieldset>
      )}
      {ranges && (
        <div class="buttons">
          <button
            type="button"
            class="button wide"
            data-testid="physics-reset"
            disabled={disabled}
            title="Bodies, water, current and steps as the scenario has them"
            onClick={() => studio.send({ type: "reset-physics" })}
          >
            Reset
          </button>
        </div>
      )}
    </div>
  );
}

function factorMarks([least, most]: readonly [number, number]): Mark[] {
  return [
    [least, `${least}`],
    [1, "standard"],
    [most, `${most}`],
  ];
}

function stepMarks([least, most]: readonly [number, number], own: number): Mark[] {
  return [
    [least, `${least}`],
    [own, "standard"],
    [most, `${most}`],
  ];
}
