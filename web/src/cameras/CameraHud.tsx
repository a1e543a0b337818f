import { useEffect, useState } from "preact/hooks";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { CameraControl } from "./controls.ts";

const SHOWN_MS = 1800;

interface Knob {
  control: CameraControl;
  sign: string;
  label: string;
  key: string;
}

const KNOBS: readonly Knob[] = [
  { control: "left", sign: "←", label: "Fly to the left", key: "←" },
  { control: "ahead", sign: "↑", label: "Fly ahead", key: "↑" },
  { control: "back", sign: "↓", label: "Fly back", key: "↓" },
  { control: "right", sign: "→", label: "Fly to the right", key: "→" },
  { control: "rise", sign: "⤒", label: "Rise", key: "Page ↑" },
  { control: "sink", sign: "⤓", label: "Sink", key: "Page ↓" },
  { control: "less", sign: "−", label: "Slower", key: "−" },
  { control: "more", sign: "+", label: "Faster", key: "+" },
];

/** Names the camera for a moment when it changes; buttons for the one that flies. */
export function CameraHud({ around }: PanelProps) {
  const { cameras, pilot } = around;
  const { kind, guest, speed, active } = useStore(cameras.state);
  const { fish } = useStore(pilot.state);
  return (
    <>
      <CameraSign around={around} />
      {kind === "free" && guest === null && fish === null && (
        <section class="fly glass" aria-label="Free camera" data-testid="fly">
          {KNOBS.map((knob) => (
            <FlyButton
              key={knob.control}
              around={around}
              knob={knob}
              on={active.has(knob.control)}
            />
          ))}
          <output data-testid="fly-speed" aria-label="Speed">
            {speed.toFixed(1)} m/s
          </output>
        </section>
      )}
    </>
  );
}

function CameraSign({ around: { cameras } }: Pick<PanelProps, "around">) {
  const { sign } = useStore(cameras.state);
  const [over, setOver] = useState(0);
  const serial = sign?.serial ?? 0;
  useEffect(() => {
    const timer = window.setTimeout(() => setOver(serial), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [serial]);
  const shown = sign && over !== serial ? sign.text : "";
  return (
    <p class={shown ? "camera-sign glass" : "unseen"} role="status" data-testid="camera-sign">
      {shown}
    </p>
  );
}

function FlyButton(props: Pick<PanelProps, "around"> & { knob: Knob; on: boolean }) {
  const { knob, on } = props;
  const { cameras } = props.around;
  const byKeyboard = (event: KeyboardEvent) => event.key === " " || event.key === "Enter";
  const holder = `button:${knob.control}`;
  const pointer = ({ pointerId }: PointerEvent) => `pointer:${pointerId}`;
  return (
    <button
      type="button"
      class="knob"
      data-testid={`fly-${knob.control}`}
      aria-label={knob.label}
      aria-pressed={on}
      title={`${knob.label}, while held (${knob.key})`}
      onPointerDown={(event) => {
        // No focus: the keys stay with the camera.
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        cameras.press(knob.control, pointer(event));
      }}
      onPointerUp={(event) => cameras.release(pointer(event))}
      onPointerCancel={(event) => cameras.release(pointer(event))}
      onLostPointerCapture={(event) => cameras.release(pointer(event))}
      onContextMenu={(event) => event.preventDefault()}
      onKeyDown={(event) => byKeyboard(event) && cameras.press(knob.control, holder)}
      onKeyUp={(event) => byKeyboard(event) && cameras.release(holder)}
      onBlur={() => cameras.release(holder)}
    >
      {knob.sign}
    </button>
  );
}
