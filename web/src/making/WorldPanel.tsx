import { useDraft } from "../panels/useDraft.ts";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { ArrangeControls } from "./ArrangeControls.tsx";
import { ScenarioControls } from "./ScenarioControls.tsx";
import { StockRow } from "./StockRow.tsx";

const FIRST = "shark";

/** Makes another world of this one: who lives in it, and what stands there. */
export function WorldPanel({ around }: PanelProps) {
  const { studio } = around;
  const { hello, status, connection } = useStore(studio.state);
  const disabled = !status?.running || connection.phase !== "open" || hello?.comparison != null;
  const countOf = (name: string) => {
    const index = hello?.species.findIndex((kind) => kind.name === name) ?? -1;
    return index < 0 ? 0 : status?.counts[index];
  };
  const kinds = hello?.kinds ?? [];
  const first = kinds.find(({ name }) => name === FIRST);
  const stock = (species: string, count: number) => studio.send({ type: "stock", species, count });
  // Of quick clicks each counts, though the studio has not told of the one before yet.
  const [sharks, letLive] = useDraft(countOf(FIRST), (count) => stock(FIRST, count));
  return (
    <>
      {first && (
        <div class="buttons first">
          <button
            type="button"
            class="button wide"
            data-testid="add-shark"
            disabled={disabled}
            title={`One ${first.label.toLowerCase()} more, at once`}
            onClick={(event) => {
              event.currentTarget.blur();
              letLive((sharks ?? 0) + 1);
            }}
          >
            Add a {first.label.toLowerCase()}
          </button>
        </div>
      )}
      <ul class="stock" aria-label="Who lives here">
        {kinds.map(({ name, label }) => (
          <StockRow
            key={name}
            name={name}
            label={label}
            count={countOf(name)}
            most={hello?.limits.population[1] ?? 0}
            disabled={disabled}
            onChange={(count) => stock(name, count)}
          />
        ))}
      </ul>
      <ArrangeControls around={around} disabled={disabled} />
      <ScenarioControls around={around} disabled={disabled} />
    </>
  );
}
