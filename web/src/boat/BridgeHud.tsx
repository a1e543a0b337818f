import { useRef } from "preact/hooks";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { Boat } from "./boat.ts";
import { CompassTape, Gauges, Horizon, Porthole } from "./Cockpit.tsx";
import type { BoatControl } from "./controls.ts";
import { plain } from "./motion.ts";

interface Knob {
  control: BoatControl;
  key: string;
  label: string;
  help: string;
}

const ENGINE: readonly Knob[] = [
  { control: "ahead", key: "W", label: "Ahead", help: "Push the lever ahead" },
  { control: "astern", key: "S", label: "Astern", help: "Pull the lever back, and astern" },
];
const TANKS: readonly Knob[] = [
  { control: "rise", key: "R", label: "Rise", help: "Rise, while held" },
  { control: "dive", key: "F", label: "Dive", help: "Dive, while held" },
];

/** While this page is at the helm: the rim of the glass, gauges, and what can be touched. */
export function BridgeHud({ around: { boat } }: PanelProps) {
  const { aboard, number, pad, asked, active, drag } = useStore(boat.state);
  if (!aboard) return null;
  return (
    <>
      <Porthole />
      <CompassTape motion={boat.motion} number={number} />
      {drag && (
        <div class="stick" aria-hidden="true" style={{ left: `${drag.x}px`, top: `${drag.y}px` }}>
          <i class="stick-knob" style={{ transform: knobAt(drag.dx / 4, drag.dy / 4) }} />
        </div>
      )}
      <section class="bridge hud glass" aria-label="Bridge of the submarine" data-testid="bridge">
        <Horizon motion={boat.motion} />
        <Gauges motion={boat.motion} />
        <Lever thrust={asked.thrust} />
        <Joystick boat={boat} />
        <div class="knobs">
          <Knobs title="Engine" knobs={ENGINE} boat={boat} active={active} />
          <Knobs title="Tanks" knobs={TANKS} boat={boat} active={active} />
          <fieldset>
            <legend>Boat</legend>
            <button
              type="button"
              class="knob full-stop"
              data-testid="boat-stop"
              aria-pressed={asked.stop}
              aria-keyshortcuts="X"
              title="Stop, as fast as it can (X)"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => boat.fullStop()}
            >
              <kbd>X</kbd>
              <span>Full stop</span>
            </button>
            <button
              type="button"
              class="knob"
              data-testid="boat-leave"
              title="Leave the submarine (Esc)"
              onPointerDown={(event) => event.preventDefault()}
              onClick={() => boat.leave()}
            >
              <kbd>Esc</kbd>
              <span>Leave</span>
            </button>
          </fieldset>
        </div>
        <p class="bridge-hint" data-testid="bridge-hint">
          {pad && <span class="pad-ready">Gamepad ready</span>}
          <span>
            <kbd>?</kbd> all controls
          </span>
        </p>
      </section>
    </>
  );
}

function Lever({ thrust }: { thrust: number }) {
  const half = `${(Math.abs(thrust) * 50).toFixed(1)}%`;
  const side = thrust < 0 ? { right: "50%", width: half } : { left: "50%", width: half };
  return (
    <div class="lever" data-testid="lever">
      <span>
        Lever <output>{plain(thrust * 100, 0)} %</output>
      </span>
      <span class="lever-track" aria-hidden="true">
        <i class={thrust < 0 ? "lever-fill astern" : "lever-fill"} style={side} />
      </span>
    </div>
  );
}

function Knobs(props: {
  title: string;
  knobs: readonly Knob[];
  boat: Boat;
  active: ReadonlySet<BoatControl>;
}) {
  const { title, knobs, boat, active } = props;
  return (
    <fieldset>
      <legend>{title}</legend>
      {knobs.map(({ control, key, label, help }) => {
        const byKeyboard = (event: KeyboardEvent) => event.key === " " || event.key === "Enter";
        const holder = `button:${control}`;
        return (
          <button
            key={control}
            type="button"
            class="knob"
            data-testid={`boat-${control}`}
            aria-label={label}
            aria-keyshortcuts={key}
            aria-pressed={active.has(control)}
            title={`${help} (${key})`}
            onPointerDown={(event) => {
              // No focus: the keys stay with the boat.
              event.preventDefault();
              event.currentTarget.setPointerCapture(event.pointerId);
              boat.press(control, `pointer:${event.pointerId}`);
            }}
            onPointerUp={(event) => boat.release(`pointer:${event.pointerId}`)}
            onPointerCancel={(event) => boat.release(`pointer:${event.pointerId}`)}
            onLostPointerCapture={(event) => boat.release(`pointer:${event.pointerId}`)}
            onContextMenu={(event) => event.preventDefault()}
            onKeyDown={(event) => byKeyboard(event) && !event.repeat && boat.press(control, holder)}
            onKeyUp={(event) => byKeyboard(event) && boat.release(holder)}
            onBlur={() => boat.release(holder)}
          >
            <kbd>{key}</kbd>
            <span>{label}</span>
          </button>
        );
      })}
    </fieldset>
  );
}

/** For thumbs: turn and pitch. */
function Joystick({ boat }: { boat: Boat }) {
  const knob = useRef<HTMLElement>(null);
  const pull = (pad: HTMLElement, x: number, y: number) => {
    const { left, top, width } = pad.getBoundingClientRect();
    const full = width / 2;
    const [dx, dy] = [(x - left) / full - 1, (y - top) / full - 1];
    const held = Math.min(1, 1 / Math.max(1e-6, Math.hypot(dx, dy)));
    boat.pullStick(dx, dy);
    if (knob.current) knob.current.style.transform = knobAt(dx * held * 30, dy * held * 30);
  };
  const letGo = () => {
    boat.pullStick(0, 0);
    if (knob.current) knob.current.style.transform = "";
  };
  return (
    <div
      class="joystick"
      data-testid="joystick"
      role="img"
      aria-label="Stick: drag to turn and to pitch"
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        pull(event.currentTarget, event.clientX, event.clientY);
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) {
          pull(event.currentTarget, event.clientX, event.clientY);
        }
      }}
      onPointerUp={letGo}
      onPointerCancel={letGo}
      onLostPointerCapture={letGo}
    >
      <i ref={knob} class="stick-knob" />
    </div>
  );
}

function knobAt(x: number, y: number): string {
  return `translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
}
