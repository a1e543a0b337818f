interface SwitchProps {
  name: string;
  label: string;
  help: string;
  on: boolean;
  disabled?: boolean;
  onChange: (on: boolean) => void;
}

export function Switch({ name, label, help, on, disabled, onChange }: SwitchProps) {
  return (
    <label class="switch" title={help}>
      <span>{label}</span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={on}
        data-testid={name}
        aria-description={help}
        checked={on}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
        // After a click keys belong to the stage again; who came by keys stays.
        onClick={(event) => event.detail > 0 && event.currentTarget.blur()}
      />
    </label>
  );
}
