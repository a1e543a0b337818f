import { useState } from "preact/hooks";
import { useDraft } from "./useDraft.ts";

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
  /** Values worth naming below the slider. */
  marks?: readonly (readonly [number, string])[];
  onChange: (value: number) => void;
}

export function RangeControl(props: RangeControlProps) {
  const { name, label, unit, help, range, step, disabled, marks } = props;
  const [low, high] = range;
  const [value, change] = useDraft(props.value, props.onChange);
  const digits = step >= 1 ? 0 : 2;
  const shown = value === undefined ? "" : value.toFixed(digits);
  // What is being typed; the studio's values must not overwrite it.
  const [typed, setTyped] = useState<string | null>(null);
  const takeTyped = (input: HTMLInputElement) => {
    const wanted = input.valueAsNumber;
    if (Number.isFinite(wanted)) change(Math.min(high, Math.max(low, toStep(wanted, step))));
    setTyped(null);
  };
  const filled = value === undefined ? 0 : ((value - low) / (high - low || 1)) * 100;
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
        />
        {unit && <span class="unit">{unit}</span>}
      </span>
      <input
        id={name}
        type="range"
        data-testid={name}
        aria-describedby={`${name}-help`}
        min={low}
        max={high}
        step={step}
        value={value ?? low}
        disabled={disabled}
        style={{ "--filled": `${filled}%` }}
        onInput={(event) => change(event.currentTarget.valueAsNumber)}
      />
      {marks && (
        <span class="marks" aria-hidden="true">
          {marks.map(([at, text]) => (
            <span key={text} style={{ left: `${((at - low) / (high - low || 1)) * 100}%` }}>
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
