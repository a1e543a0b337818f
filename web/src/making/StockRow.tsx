import { useState } from "preact/hooks";
import { useDraft } from "../panels/useDraft.ts";

interface StockRowProps {
  name: string;
  label: string;
  count: number | undefined;
  most: number;
  disabled: boolean;
  onChange: (count: number) => void;
}

/** A species and how many of it live: one more, one less, or a number. */
export function StockRow({ name, label, most, disabled, ...row }: StockRowProps) {
  const [count, change] = useDraft(row.count, row.onChange);
  // What is being typed; the studio's numbers must not overwrite it.
  const [typed, setTyped] = useState<string | null>(null);
  const one = label.toLowerCase();
  const put = (wanted: number) => change(Math.min(most, Math.max(0, Math.round(wanted))));
  const step = (by: number) => put((count ?? 0) + by);
  return (
    <li>
      <label for={`stock-${name}`}>{label}</label>
      <button
        type="button"
        class="step"
        aria-label={`Remove one ${one}`}
        title={`One ${one} less: the newest leaves`}
        data-testid={`fewer-${name}`}
        disabled={disabled || !count}
        onClick={() => step(-1)}
      >
        −
      </button>
      <span class="number">
        <input
          id={`stock-${name}`}
          type="number"
          data-testid={`stock-${name}`}
          title={`How many live; 0 to ${most}`}
          min={0}
          max={most}
          step={1}
          value={typed ?? count ?? ""}
          disabled={disabled}
          onInput={(event) => setTyped(event.currentTarget.value)}
          onChange={(event) => {
            const wanted = event.currentTarget.valueAsNumber;
            if (Number.isFinite(wanted)) put(wanted);
            setTyped(null);
          }}
          // What was typed is taken; keys belong to the page again.
          onKeyUp={(event) => event.key === "Enter" && event.currentTarget.blur()}
        />
      </span>
      <button
        type="button"
        class="step"
        aria-label={`Add one ${one}`}
        title={`One ${one} more, at once`}
        data-testid={`more-${name}`}
        disabled={disabled || (count ?? 0) >= most}
        onClick={() => step(1)}
      >
        +
      </button>
    </li>
  );
}
