/** A face on which one drags a tip, or moves it with arrow keys. */
import type { ComponentChildren } from "preact";

interface PadProps {
  /** Stable name for tests. */
  name: string;
  label: string;
  /** As it is read out. */
  text: string;
  disabled: boolean;
  class?: string;
  /** A place from -1 to 1, x to the right and y up. */
  onMove: (x: number, y: number) => void;
  /** By keys, likewise. */
  onNudge: (x: number, y: number) => void;
  children: ComponentChildren;
}

const KEYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

export function Pad(props: PadProps) {
  const { disabled } = props;
  const drag = (event: PointerEvent & { currentTarget: HTMLDivElement }) => {
    if (disabled || !(event.buttons & 1)) return;
    const box = event.currentTarget.getBoundingClientRect();
    props.onMove(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
  };
  return (
    <div
      class={`pad ${props.class ?? ""}`}
      role="slider"
      tabIndex={disabled ? -1 : 0}
      aria-label={props.label}
      aria-valuenow={0}
      aria-valuetext={props.text}
      aria-disabled={disabled}
      data-testid={props.name}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        drag(event);
      }}
      onPointerMove={drag}
      onKeyDown={(event) => {
        const step = KEYS[event.key];
        if (!step || disabled) return;
        event.preventDefault();
        event.stopPropagation();
        props.onNudge(...step);
      }}
    >
      <svg viewBox="-10 -10 20 20" aria-hidden="true">
        {props.children}
      </svg>
    </div>
  );
}
