import type { Motor } from "../wire/messages.ts";

const CHOICES: readonly (readonly [Motor["choice"], string, string])[] = [
  ["muscle", "Muscles", "Simulated: muscles bend a body, the body pushes water."],
  ["repertoire", "Playback", "Replayed from what muscles once did, for a fraction of the cost."],
  ["automatic", "Automatic", "Muscles where one looks closely, playback elsewhere."],
];

interface MotorChoiceProps {
  name: string;
  legend: string;
  /** Null where fishes differ, undefined where nothing is known. */
  choice: Motor["choice"] | null | undefined;
  disabled: boolean;
  onChoose: (choice: Motor["choice"]) => void;
}

export function MotorChoice({ name, legend, choice, disabled, onChoose }: MotorChoiceProps) {
  return (
    <fieldset class="choices three" disabled={disabled}>
      <legend>
        {legend}
        {choice === null && <small> (mixed)</small>}
      </legend>
      {CHOICES.map(([value, label, help]) => (
        <label key={value} title={help}>
          <input
            type="radio"
            name={name}
            data-testid={`${name}-${value}`}
            checked={choice === value}
            onChange={(event) => {
              event.currentTarget.blur();
              onChoose(value);
            }}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}
