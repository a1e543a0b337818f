import { useEffect, useRef } from "preact/hooks";
import { BoatBadge } from "./BoatBadge.tsx";
import { courseText, type Motion, plain, signed } from "./motion.ts";

/** Of the tape of the compass, for a degree [px]; of the horizon, for a degree of pitch. */
const TAPE_STEP = 3;
const PITCH_STEP = 0.9;
/** The boat, as whoever sits in it holds it against the horizon. */
const WINGS = "M-24 0h13l4 5M24 0h-13l-4 5M0-.1v.2";
/** The tape goes on beyond north by as much as its window shows. */
const BEYOND = 90;
const RING_STEPS = [33, 39, 45, 51, 57];

/** The rim of the glass that one looks through, with its bolts. */
export function Porthole() {
  const corners = RING_STEPS.flatMap((step) => [step, 180 - step, 180 + step, 360 - step]);
  return (
    <div class="porthole" aria-hidden="true">
      {corners.map((degrees) => {
        const angle = (degrees * Math.PI) / 180;
        const [left, top] = [50 + 65.4 * Math.cos(angle), 48 + 60.4 * Math.sin(angle)];
        return (
          <i key={degrees} style={{ left: `${left.toFixed(2)}vw`, top: `${top.toFixed(2)}vh` }} />
        );
      })}
    </div>
  );
}

/** Compass and artificial horizon; drawn anew with every picture, without rendering anything. */
export function CompassTape({ motion, number }: { motion: Motion; number: number | null }) {
  const tape = useRef<SVGGElement>(null);
  const text = useRef<HTMLOutputElement>(null);
  useEveryFrame(() => {
    const moved = `translate(${(-motion.bearing * TAPE_STEP).toFixed(1)} 0)`;
    tape.current?.setAttribute("transform", moved);
    write(text.current, courseText(motion.bearing));
  });
  return (
    <div class="compass glass" data-testid="compass">
      {number !== null && (
        <span class="own-boat" data-testid="own-boat">
          <BoatBadge number={number} />
        </span>
      )}
      <output ref={text} aria-live="off" aria-label="Heading" data-testid="gauge-heading" />
      <svg viewBox="-135 0 270 26" aria-hidden="true">
        <g ref={tape}>{TICKS}</g>
        <path class="lubber" d="M-5 0h10l-5 7z" />
      </svg>
    </div>
  );
}

export function Horizon({ motion }: { motion: Motion }) {
  const sky = useRef<SVGGElement>(null);
  const text = useRef<HTMLOutputElement>(null);
  useEveryFrame(() => {
    const [roll, down] = [-motion.roll, motion.pitch * PITCH_STEP];
    const moved = `rotate(${roll.toFixed(1)}) translate(0 ${down.toFixed(1)})`;
    sky.current?.setAttribute("transform", moved);
    write(text.current, `${signed(motion.pitch, 0)}°`);
  });
  return (
    <div class="horizon" data-testid="horizon">
      <svg viewBox="-40 -40 80 80" aria-hidden="true">
        <clipPath id="horizon-glass">
          <circle r="37" />
        </clipPath>
        <g clip-path="url(#horizon-glass)">
          <g ref={sky}>
            <path class="above" d="M-90-110h180v110h-180z" />
            <path class="below" d="M-90 0h180v110h-180z" />
            <path class="skyline" d="M-90 0h180" />
            {[10, 20, 30].map((pitch) => (
              <path
                key={pitch}
                class="rungs"
                d={`M${-4 - pitch / 3} ${-pitch * PITCH_STEP}h${8 + (2 * pitch) / 3}M${-4 - pitch / 3} ${pitch * PITCH_STEP}h${8 + (2 * pitch) / 3}`}
              />
            ))}
          </g>
        </g>
        <circle class="horizon-rim" r="37.5" />
        <path class="boat-mark" d={WINGS} />
        <path class="boat-mark" d={WINGS} />
      </svg>
      <span>
        Bow <output ref={text} aria-live="off" data-testid="gauge-pitch" />
      </span>
    </div>
  );
}

const GAUGES = [
  { name: "speed", label: "Speed", unit: "m/s", text: (now: Motion) => plain(now.speed, 1) },
  { name: "depth", label: "Depth", unit: "m", text: (now: Motion) => plain(now.depth, 1) },
  { name: "climb", label: "Rising", unit: "m/s", text: (now: Motion) => signed(now.climb, 1) },
] as const;

export function Gauges({ motion }: { motion: Motion }) {
  const texts = useRef<(HTMLOutputElement | null)[]>([]);
  useEveryFrame(() => {
    for (const [k, gauge] of GAUGES.entries()) write(texts.current[k], gauge.text(motion));
  });
  return (
    <dl class="gauges" data-testid="gauges">
      {GAUGES.map(({ name, label, unit }, k) => (
        <div key={name} data-testid={`gauge-${name}`}>
          <dt>{label}</dt>
          <dd>
            <output
              aria-live="off"
              ref={(one) => {
                texts.current[k] = one;
              }}
            />
            <small>{unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const TICKS = Array.from({ length: (360 + 2 * BEYOND) / 10 + 1 }, (_, k) => {
  const bearing = 10 * k - BEYOND;
  const x = bearing * TAPE_STEP;
  const named = bearing % 30 === 0;
  return (
    <g key={bearing}>
      <path class="tick" d={`M${x} ${named ? 17 : 20}V26`} />
      {named && (
        <text class={bearing % 90 === 0 ? "wind" : ""} x={x} y="14">
          {nameOf((bearing + 360) % 360)}
        </text>
      )}
    </g>
  );
});

function nameOf(bearing: number): string {
  return bearing % 90 === 0 ? (["N", "E", "S", "W"][bearing / 90] as string) : String(bearing);
}

function useEveryFrame(draw: () => void): void {
  useEffect(() => {
    let next = requestAnimationFrame(function again() {
      draw();
      next = requestAnimationFrame(again);
    });
    return () => cancelAnimationFrame(next);
  }, []);
}

/** Only what has changed: the browser would lay it out again. */
function write(element: HTMLElement | null | undefined, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}
