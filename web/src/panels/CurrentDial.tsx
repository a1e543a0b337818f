import { useRef, useState } from "preact/hooks";

type Velocity = [number, number, number];

interface CurrentDialProps {
  /** Of all water [m/s], as the studio last said. */
  velocity: Velocity | undefined;
  most: number;
  disabled: boolean;
  onChange: (velocity: Velocity) => void;
}

const SEND_EVERY_MS = 80;
const PATIENCE_MS = 900;
const KEY_STEP = 0.05;
/** Slower than this it is meant to be still, of the most. */
const STILL = 0.06;

/** Where the water flows, seen from above: north is up, the rim is the fastest. */
export function CurrentDial({ velocity, most, disabled, onChange }: CurrentDialProps) {
  const [draft, setDraft] = useState<Velocity | null>(null);
  const sent = useRef({ at: 0, timer: 0 });
  const [x, y] = draft ?? velocity ?? [0, 0, 0];
  const speed = Math.hypot(x, y);
  const change = (east: number, north: number) => {
    const wanted = Math.hypot(east, north);
    const share = wanted < STILL * most ? 0 : Math.min(1, most / wanted);
    const next: Velocity = [rounded(east * share), rounded(north * share), 0];
    setDraft(next);
    window.clearTimeout(sent.current.timer);
    const wait = Math.max(0, sent.current.at + SEND_EVERY_MS - performance.now());
    const send = () => {
      sent.current.at = performance.now();
      onChange(next);
      // What the studio says counts again.
      sent.current.timer = window.setTimeout(() => setDraft(null), PATIENCE_MS);
    };
    sent.current.timer = window.setTimeout(send, wait);
  };
  const drag = (event: PointerEvent & { currentTarget: HTMLDivElement }) => {
    if (disabled || !(event.buttons & 1)) return;
    const box = event.currentTarget.getBoundingClientRect();
    const east = ((event.clientX - box.left) / box.width) * 2 - 1;
    const north = 1 - ((event.clientY - box.top) / box.height) * 2;
    change((east / 0.9) * most, (north / 0.9) * most);
  };
  const keys: Record<string, [number, number]> = {
    ArrowLeft: [-KEY_STEP, 0],
    ArrowRight: [KEY_STEP, 0],
    ArrowUp: [0, KEY_STEP],
    ArrowDown: [0, -KEY_STEP],
  };
  return (
    <div
      class="dial"
      title="A current everywhere: drag the tip of the arrow; its rim is the fastest."
    >
      <span class="dial-text">
        <span id="dial-label">Current everywhere</span>
        <output data-testid="current-speed">{speed.toFixed(2)} m/s</output>
        <button
          type="button"
          class="button"
          data-testid="current-still"
          disabled={disabled || speed === 0}
          onClick={() => change(0, 0)}
        >
          Still
        </button>
      </span>
      <div
        class="dial-face"
        role="slider"
        tabIndex={disabled ? -1 : 0}
        aria-labelledby="dial-label"
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={speed}
        aria-valuetext={`${speed.toFixed(2)} metres a second`}
        aria-disabled={disabled}
        data-testid="current"
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          drag(event);
        }}
        onPointerMove={drag}
        onKeyDown={(event) => {
          const step = keys[event.key];
          if (!step || disabled) return;
          event.preventDefault();
          event.stopPropagation();
          change(x + step[0], y + step[1]);
        }}
      >
        <svg viewBox="-10 -10 20 20" aria-hidden="true">
          <circle r="9" class="dial-rim" />
          <circle r="4.5" class="dial-ring" />
          <path d="M0 -9V-7M0 9V7M-9 0H-7M9 0H7" class="dial-ring" />
          <line x1="0" y1="0" x2={(9 * x) / most} y2={(-9 * y) / most} class="dial-arrow" />
          <circle cx={(9 * x) / most} cy={(-9 * y) / most} r="1.7" class="dial-tip" />
        </svg>
      </div>
    </div>
  );
}

function rounded(value: number): number {
  return Number(value.toFixed(3));
}
