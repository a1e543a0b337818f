import { useRef } from "preact/hooks";
import type { Control } from "../pilot/controls.ts";
import type { Pilot } from "../pilot/pilot.ts";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { Driven } from "../wire/messages.ts";

interface Knob {
  control: Control;
  key: string;
  label: string;
  help: string;
}

const GROUPS: readonly { title: string; knobs: readonly Knob[] }[] = [
  {
    title: "Swim",
    knobs: [
      { control: "faster", key: "W", label: "Faster", help: "Swim faster, step by step" },
      { control: "slower", key: "S", label: "Slower", help: "Swim slower, step by step" },
      { control: "glide", key: "G", label: "Glide", help: "Rest the tail and drift on" },
      { control: "brake", key: "X", label: "Brake", help: "Spread the pectoral fins, while held" },
      { control: "backward", key: "V", label: "Backward", help: "Row backwards, while held" },
    ],
  },
  {
    title: "Turn",
    knobs: [
      { control: "left", key: "A", label: "Steer ←", help: "Steer left, while held" },
      { control: "right", key: "D", label: "Steer →", help: "Steer right, while held" },
      { control: "turn-left", key: "Q", label: "Left turn", help: "A C-turn to the left" },
      { control: "turn-right", key: "E", label: "Right turn", help: "A C-turn to the right" },
    ],
  },
  {
    title: "Tilt",
    knobs: [
      {
        control: "ascend",
        key: "R",
        label: "Ascend",
        help: "Climb by 30°, while held; Shift: 45°",
      },
      {
        control: "descend",
        key: "F",
        label: "Descend",
        help: "Dive by 30°, while held; Shift: 45°",
      },
      { control: "balance", key: "B", label: "Balance", help: "Level out" },
      { control: "roll-left", key: "Z", label: "Roll ←", help: "Roll to the left, while held" },
      { control: "roll-right", key: "C", label: "Roll →", help: "Roll to the right, while held" },
    ],
  },
];

/** While a fish is driven: how it is, and a button for everything that it can be asked for. */
export function PilotHud({ around: { pilot } }: PanelProps) {
  const { fish, active, turnAngle } = useStore(pilot.state);
  const shown = useSmooth(fish);
  if (!fish || !shown) return null;
  return (
    <section class="hud glass" aria-label="Driving" data-testid="hud">
      <dl class="dials" data-testid="dials">
        <Dial
          name="speed"
          label="Speed"
          unit="L/s"
          value={shown.speed}
          asked={fish.asked.backward > 0 ? -fish.asked.backward : fish.asked.speed}
          range={[-1, fish.top_speed]}
          digits={2}
        />
        <Dial
          name="heading"
          label="Heading"
          unit="°"
          value={inDegrees(shown.heading)}
          range={[-180, 180]}
        />
        <Dial
          name="climb"
          label="Climb"
          unit="°"
          value={inDegrees(shown.climb)}
          asked={inDegrees(fish.asked.climb)}
          range={[-60, 60]}
        />
        <Dial
          name="roll"
          label="Roll"
          unit="°"
          value={inDegrees(shown.roll)}
          asked={inDegrees(fish.asked.roll)}
          range={[-45, 45]}
        />
      </dl>
      <div class="knobs">
        {GROUPS.map(({ title, knobs }) => (
          <fieldset key={title}>
            <legend>{title}</legend>
            {knobs.map((knob) => (
              <KnobButton
                key={knob.control}
                knob={knob}
                pilot={pilot}
                on={active.has(knob.control) || isTurning(fish, knob.control)}
                note={knob.control.startsWith("turn-") ? `${turnAngle}°` : undefined}
              />
            ))}
            {title === "Turn" && (
              <p class="turning" role="status" data-testid="turning">
                {turnPhrase(fish)}
              </p>
            )}
          </fieldset>
        ))}
      </div>
      <button
        type="button"
        class="leave button glass"
        data-testid="hud-leave"
        title="Let the fish go its own ways again (Esc)"
        onClick={() => pilot.leave()}
      >
        Leave the fish<kbd>Esc</kbd>
      </button>
    </section>
  );
}

function KnobButton(props: { knob: Knob; pilot: Pilot; on: boolean; note: string | undefined }) {
  const { knob, pilot, on, note } = props;
  const press = (holder: string) => pilot.press(knob.control, holder);
  const byKeyboard = (event: KeyboardEvent) => event.key === " " || event.key === "Enter";
  const holder = `button:${knob.control}`;
  return (
    <button
      type="button"
      class="knob"
      data-testid={`knob-${knob.control}`}
      aria-label={knob.label}
      aria-keyshortcuts={knob.key}
      aria-pressed={on}
      title={`${knob.help} (${knob.key})`}
      onPointerDown={(event) => {
        // No focus: the keys stay with the fish.
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        press(`pointer:${event.pointerId}`);
      }}
      onPointerUp={(event) => pilot.release(`pointer:${event.pointerId}`)}
      onPointerCancel={(event) => pilot.release(`pointer:${event.pointerId}`)}
      onLostPointerCapture={(event) => pilot.release(`pointer:${event.pointerId}`)}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => byKeyboard(event) && !event.repeat && press(holder)}
      onKeyUp={(event) => byKeyboard(event) && pilot.release(holder)}
      onBlur={() => pilot.release(holder)}
    >
      <kbd>{knob.key}</kbd>
      <span>{knob.label}</span>
      {note && <small>{note}</small>}
    </button>
  );
}

interface DialProps {
  name: string;
  label: string;
  unit: string;
  value: number;
  /** What was asked for; headings are not. */
  asked?: number;
  range: readonly [number, number];
  digits?: number;
}

function Dial({ name, label, unit, value, asked, range, digits = 0 }: DialProps) {
  const [low, high] = range;
  const at = (number: number) =>
    `${(Math.min(1, Math.max(0, (number - low) / (high - low))) * 100).toFixed(1)}%`;
  const text = (number: number) => `${plain(number, digits)}${unit === "°" ? "°" : ""}`;
  const zero = at(0);
  return (
    <div class="dial" data-testid={`dial-${name}`}>
      <dt>{label}</dt>
      <dd>
        <output>{text(value)}</output>
        {unit !== "°" && <span class="unit">{unit}</span>}
        {asked !== undefined && <span class="asked">asked {text(asked)}</span>}
        <span
          class="gauge"
          aria-hidden="true"
          style={{ "--zero": zero, "--value": at(value), "--asked": at(asked ?? value) }}
        >
          <i class="bar-of-value" style={barOf(zero, at(value))} />
          {asked !== undefined && <i class="mark-of-asked" />}
        </span>
      </dd>
    </div>
  );
}

function barOf(zero: string, value: string) {
  const [a, b] = [Number.parseFloat(zero), Number.parseFloat(value)];
  return { left: `${Math.min(a, b)}%`, width: `${Math.abs(b - a)}%` };
}

/** Beats swing the head; what is shown is the mean of the last half second or so. */
function useSmooth(fish: Driven | null): Driven | null {
  const kept = useRef<{ id: number; at: number; shown: Driven } | null>(null);
  if (!fish) {
    kept.current = null;
    return null;
  }
  const now = performance.now() / 1000;
  const last = kept.current;
  if (last?.id !== fish.id) {
    kept.current = { id: fish.id, at: now, shown: fish };
    return fish;
  }
  const share = 1 - 0.5 ** ((now - last.at) / 0.22);
  const towards = (from: number, to: number) => from + (to - from) * share;
  const turn = Math.atan2(
    Math.sin(fish.heading - last.shown.heading),
    Math.cos(fish.heading - last.shown.heading),
  );
  const heading = last.shown.heading + turn * share;
  const shown = {
    ...fish,
    speed: towards(last.shown.speed, fish.speed),
    climb: towards(last.shown.climb, fish.climb),
    roll: towards(last.shown.roll, fish.roll),
    heading: Math.atan2(Math.sin(heading), Math.cos(heading)),
  };
  kept.current = { id: fish.id, at: now, shown };
  return shown;
}

function isTurning({ turn, turn_angle }: Driven, control: Control): boolean {
  if (turn !== "asked" && turn !== "running") return false;
  return control === (turn_angle >= 0 ? "turn-left" : "turn-right");
}

function turnPhrase({ turn, turn_angle }: Driven): string {
  if (turn === "none") return "";
  const side = turn_angle >= 0 ? "left" : "right";
  const state = { asked: "asked for", running: "under way", done: "done", refused: "refused" };
  return `${plain(Math.abs(inDegrees(turn_angle)), 0)}° ${side}: ${state[turn]}`;
}

/** Without a sign before zero. */
function plain(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text.replace("-", "−");
}

function inDegrees(angle: number): number {
  return (angle * 180) / Math.PI;
}
