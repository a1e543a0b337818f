import type { ComponentChildren } from "preact";

interface Props {
  /** For tests. */
  name: string;
  /** What it does, in a line. */
  title: string;
  /** What it is called, if its words alone say too little. */
  label?: string;
  disabled?: boolean;
  pressed?: boolean;
  wide?: boolean;
  onPress: () => void;
  children: ComponentChildren;
}

/** A button: after a click keys belong to the stage again; who came by keys stays. */
export function Press({ name, title, label, disabled, pressed, wide, onPress, children }: Props) {
  return (
    <button
      type="button"
      class={wide ? "button wide" : "button"}
      data-testid={name}
      title={title}
      aria-label={label}
      aria-pressed={pressed}
      disabled={disabled}
      onClick={(event) => {
        if (event.detail > 0) event.currentTarget.blur();
        onPress();
      }}
    >
      {children}
    </button>
  );
}
