import { useRef } from "preact/hooks";

/** A button that asks for a file; `name` is its stable name for tests, `name-file` the input's. */
export function FilePicker(props: {
  name: string;
  label: string;
  help: string;
  accept: string;
  disabled: boolean;
  onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button
        type="button"
        class="button wide"
        data-testid={props.name}
        title={props.help}
        disabled={props.disabled}
        onClick={() => input.current?.click()}
      >
        {props.label}
      </button>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={props.help}
        data-testid={`${props.name}-file`}
        accept={props.accept}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          // The same file may be chosen again.
          event.currentTarget.value = "";
          if (file) props.onFile(file);
        }}
      />
    </>
  );
}
