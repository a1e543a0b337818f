import { useState } from "preact/hooks";

/** A number that counts when it is typed to its end. */
export function NumberField(props: {
  name: string;
  label: string;
  unit?: string;
  value: number;
  step?: number;
  onChange: (value: number) => void;
}) {
  const { name, label, unit, value, step = 0.01, onChange } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const take = (input: HTMLInputElement) => {
    const wanted = input.valueAsNumber;
    setTyped(null);
    if (Number.isFinite(wanted) && wanted !== value) onChange(wanted);
  };
  return (
    <label class="field">
      <span>{label}</span>
      <span class="number">
        <input
          type="number"
          data-testid={name}
          aria-label={unit ? `${label} in ${unit}` : label}
          step={step}
          value={typed ?? String(Math.round(value * 1e4) / 1e4)}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onChange={(event) => take(event.currentTarget)}
          onKeyUp={(event) => event.key === "Enter" && event.currentTarget.blur()}
        />
        <span class="unit">{unit}</span>
      </span>
    </label>
  );
}
