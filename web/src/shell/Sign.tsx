import { Icon, type IconName } from "./Icon.tsx";

interface SignProps {
  name: string;
  icon: IconName;
  help: string;
  on?: boolean;
  danger?: boolean;
  disabled: boolean;
  onClick: () => void;
}

/** A round button with a sign on it. */
export function Sign({ name, icon, help, on, danger, disabled, onClick }: SignProps) {
  return (
    <button
      type="button"
      class={danger ? "sign danger" : "sign"}
      data-testid={name}
      title={help}
      aria-label={help}
      aria-pressed={on}
      disabled={disabled}
      onClick={(event) => {
        // Keys belong to the stage again.
        event.currentTarget.blur();
        onClick();
      }}
    >
      <Icon name={icon} />
    </button>
  );
}
