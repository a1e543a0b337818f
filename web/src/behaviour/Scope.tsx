interface Props {
  label: string;
  everybody: boolean;
  onChange: (everybody: boolean) => void;
}

/** Whom changes are for. */
export function Scope({ label, everybody, onChange }: Props) {
  return (
    <fieldset class="choices two">
      <legend>Changes are for</legend>
      {[false, true].map((all) => (
        <label
          key={String(all)}
          title={all ? `Every ${label.toLowerCase()} that is in the water now` : "Nobody else"}
        >
          <input
            type="radio"
            name="scope"
            data-testid={all ? "scope-species" : "scope-fish"}
            checked={everybody === all}
            onChange={() => onChange(all)}
          />
          <span>{all ? "its species" : "this fish"}</span>
        </label>
      ))}
    </fieldset>
  );
}
