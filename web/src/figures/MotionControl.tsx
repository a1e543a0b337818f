import { RangeControl } from "../panels/RangeControl.tsx";
import type { Surroundings } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { Chosen } from "../wire/figures.ts";
import { Pad } from "./Pad.tsx";
import { useAsked } from "./useAsked.ts";
import { useSteady } from "./useSteady.ts";

const FASTEST = 5;
/** A key turns so far [rad]. */
const NUDGE = Math.PI / 12;
/** The dial's rim, of its face. */
const RIM = 9;

interface MotionProps {
  around: Surroundings;
  id: number;
  chosen: Chosen | null;
  disabled: boolean;
}

/** How fast, where to, forward or backward; or a click on the ground. Whatever was asked last is
 * shown, by this page, another one or his own mind. */
export function MotionControl({ around, id, chosen, disabled }: MotionProps) {
  const { company, desk } = around;
  const { sending } = useStore(desk.view);
  const [motion, setMotion] = useAsked({
    speed: chosen?.speed ?? 0,
    heading: once(chosen?.heading ?? company.crowd.whereabouts(id)?.heading ?? 0),
    course: once(chosen?.course ?? 0),
  });
  const { speed, heading, course } = motion;
  const send = useSteady((wish: typeof motion) => {
    desk.errand.forget();
    company.send({ type: "motion", id, ...wish });
  });
  const ask = (change: Partial<typeof motion>) => {
    const wish = { ...motion, ...change };
    setMotion(wish);
    send(wish);
  };
  const turn = (angle: number) => ask({ heading: once(angle) });
  const degrees = Math.round((heading * 180) / Math.PI);
  const [x, y] = [RIM * Math.cos(heading), -RIM * Math.sin(heading)];
  return (
    <>
      <h3>Motion</h3>
      <RangeControl
        name="speed"
        label="Speed"
        unit="m/s"
        help="0 stands; above 2.2 he runs; who lies crawls."
        range={[0, FASTEST]}
        step={0.1}
        value={speed}
        disabled={disabled}
        marks={[
          [0, "stand"],
          [1.4, "walk"],
          [3.2, "run"],
        ]}
        onChange={(value) => ask({ speed: value })}
      />
      <div class="pad-row">
        <span class="pad-text">
          <span>Heading</span>
          <output data-testid="heading-degrees">{degrees}°</output>
          <label class="tick" title="He goes backward, and faces where he came from">
            <input
              type="checkbox"
              data-testid="backward"
              checked={Math.cos(course) < 0}
              disabled={disabled}
              onChange={(event) => ask({ course: event.currentTarget.checked ? Math.PI : 0 })}
            />
            backward
          </label>
        </span>
        <Pad
          name="heading"
          label="Heading"
          text={`${degrees} degrees`}
          class="round-pad"
          disabled={disabled}
          onMove={(east, north) => turn(Math.atan2(north, east))}
          onNudge={(right, up) => turn(heading - NUDGE * (right || -up))}
        >
          <circle r={RIM} class="dial-rim" />
          <path d="M0 -9V-7M0 9V7M-9 0H-7M9 0H7" class="dial-ring" />
          <line x1="0" y1="0" x2={x} y2={y} class="dial-arrow" />
          <circle cx={x} cy={y} r="1.7" class="dial-tip" />
        </Pad>
      </div>
      <div class="buttons">
        <button
          type="button"
          class="button wide"
          data-testid="send-there"
          aria-pressed={sending}
          disabled={disabled}
          title="Then click the ground where he is to go (C)"
          onClick={(event) => {
            event.currentTarget.blur();
            desk.view.set({ sending: !sending });
          }}
        >
          {sending ? "Now click the ground" : "Click where to go"}
        </button>
        <button
          type="button"
          class="button"
          data-testid="stop"
          disabled={disabled}
          title="Stop (0)"
          onClick={(event) => {
            event.currentTarget.blur();
            ask({ speed: 0 });
          }}
        >
          Stop
        </button>
      </div>
    </>
  );
}

/** An angle without full turns [rad]. */
function once(angle: number): number {
  return Math.atan2(Math.sin(angle), Math.cos(angle));
}
