import { useState } from "preact/hooks";
import { useDraft } from "./useDraft.ts";

/** Of a curved slider's whole way. */
const FINE = 0.001;

export interface RangeControlProps {
  /** Also the stable name for tests: `population` is the slider, `population-number` the field. */
  name: string;
  label: string;
  help: string;
  unit?: string;
  range: readonly [number, number];
  step: number;
  value: number | undefined;
  disabled: boolean;
  /** Above 1, the slider is finer at its low end: the value grows with this power of its way. */
  curve?: number;
  /** Values worth naming below the slider. */
  marks?: readonly (readonly [number, string])[];
  onChange: (value: number) => void;
}

export function RangeControl(props: RangeControlProps) {
  const { name, label, unit, help, range, step, disabled, marks, curve = 1 } = props;
  const [low, high] = range;
  const [value, change] = useDraft(props.value, props.onChange);
  const digits = step >= 1 ? 0 : 2;
  const shown = value === undefined ? "" : value.toFixed(digits);
  // What is being typed; the studio's values must not overwrite it.
  const [typed, setTyped] = useState<string | null>(null);
  const allowed = (wanted: number) => Math.min(high, Math.max(low, toStep(wanted, step)));
  const takeTyped = (input: HTMLInputElement) => {
    const wanted = input.valueAsNumber;
    if (Number.isFinite(wanted)) change(allowed(wanted));
    setTyped(null);
  };
  const wayTo = (at: number) =>
    Math.min(1, Math.max(0, at - low) / (high - low || 1)) ** (1 / curve);
  const valueAt = (way: number) => allowed(low + (high - low) * way ** curve);
  const way = value === undefined ? 0 : wayTo(value);
  return (
    <div class="control" title={help}>
      <label for={name}>{label}</label>
      <span class="number">
        <input
          type="number"
          aria-label={unit ? `${label} in ${unit}` : label}
          data-testid={`${name}-number`}
          min={low}
          max={high}
          step={step}
          value={typed ?? shown}
          disabled={disabled}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onChange={(event) => takeTyped(event.currentTarget)}
          // What was typed is taken; keys belong to the page again.
          onKeyUp={(event) => event.key === "Enter" && event.currentTarget.blur()}
        />
        {unit && <span class="unit">{unit}</span>}
      </span>
      <input
        id={name}
        type="range"
        data-testid={name}
        aria-describedby={`${name}-help`}
        min={0}
        max={1}
        step={curve === 1 ? "any" : FINE}
        value={way}
        aria-valuetext={unit ? `${shown} ${unit}` : shown}
        disabled={disabled}
        style={{ "--filled": `${way * 100}%` }}
        onInput={(event) => {
          const wanted = event.currentTarget.valueAsNumber;
          const reached = valueAt(wanted);
          // A key's small move must not be rounded away.
          const nudge = wanted > way ? step : -step;
          change(reached === value ? allowed(reached + nudge) : reached);
        }}
      />
      {marks && (
        <span class="marks" aria-hidden="true">
          {marks.map(([at, text]) => (
            <span key={text} style={{ left: `${wayTo(at) * 100}%` }}>
              {text}
            </span>
          ))}
        </span>
      )}
      <span id={`${name}-help`} class="unseen">
        {help}
      </span>
    </div>
  );
}

function toStep(value: number, step: number): number {
  return Number((Math.round(value / step) * step).toFixed(6));
}
