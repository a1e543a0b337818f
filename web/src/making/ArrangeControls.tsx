import { RangeControl } from "../panels/RangeControl.tsx";
import type { Surroundings } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { HEIGHTS, KINDS, labelOf, RADII } from "./things.ts";

const MOST_PLANKTON = 5000;

/** Puts stones and plants, and changes those that are there; what the view does, keys do too. */
export function ArrangeControls({ around, disabled }: { around: Surroundings; disabled: boolean }) {
  const { studio, arranger } = around;
  const { habitat, status } = useStore(studio.state);
  const { on, tool, held } = useStore(arranger.state);
  if (!habitat) return null;
  const total = arranger.things.length;
  const off = disabled || !held;
  return (
    <fieldset class="arrange">
      <legend>Stones and plants</legend>
      <div class="kinds">
        {KINDS.map(({ kind, label }) => (
          <button
            key={kind}
            type="button"
            class="button"
            data-testid={`put-${kind}`}
            aria-label={`Add ${label.toLowerCase()}`}
            aria-pressed={tool === kind}
            title={`Then click where the ${label.toLowerCase()} shall stand`}
            disabled={disabled}
            onClick={() => arranger.take(kind)}
          >
            + {label}
          </button>
        ))}
      </div>
      <div class="buttons">
        {tool ? (
          <button
            type="button"
            class="button wide"
            data-testid="put-here"
            title="Where the view looks at; or click where it shall stand"
            onClick={() => arranger.put(arranger.middle())}
          >
            Put it in the middle
          </button>
        ) : (
          <>
            <button
              type="button"
              class="button"
              data-testid="arrange"
              aria-pressed={on}
              title="Then click on a stone or a plant, drag it, turn the wheel over it"
              disabled={disabled}
              onClick={() => arranger.toggle()}
            >
              {on ? "Done" : "Arrange"}
            </button>
            <button
              type="button"
              class="button"
              data-testid="next-thing"
              title="Choose the next stone or plant; then arrows move it, + and − resize it"
              disabled={disabled || total === 0}
              onClick={() => arranger.next(1)}
            >
              Next
            </button>
            <button
              type="button"
              class="button"
              data-testid="undo-thing"
              title="As it was before the last change of stones, plants or plankton"
              disabled={disabled}
              onClick={() => arranger.undo()}
            >
              Undo
            </button>
          </>
        )}
      </div>
      <p class="note" role="status" data-testid="held-thing">
        {held
          ? `${labelOf(held.kind)} at ${held.place.map((part) => part.toFixed(1)).join(", ")} m`
          : `${total} stand here`}
      </p>
      {held && (
        <>
          {held.sort === "obstacle" && (
            <RangeControl
              name="thing-radius"
              label="Half its width"
              unit="m"
              help="From its middle to its side."
              range={RADII}
              step={0.01}
              curve={2}
              value={held.radius}
              disabled={off}
              onChange={(radius) => arranger.resize({ radius })}
            />
          )}
          <RangeControl
            name="thing-height"
            label="Height"
            unit="m"
            help="Above the ground; of a plant, its longest leaf."
            range={HEIGHTS}
            step={0.01}
            curve={2}
            value={held.height}
            disabled={off}
            onChange={(height) => arranger.resize({ height })}
          />
          <div class="buttons">
            <button
              type="button"
              class="button wide"
              data-testid="remove-thing"
              title="Take it away (Delete)"
              disabled={off}
              onClick={() => arranger.remove()}
            >
              Remove<kbd>Del</kbd>
            </button>
          </div>
        </>
      )}
      <RangeControl
        name="plankton"
        label="Plankton"
        help="How many drift about; what is eaten comes back elsewhere."
        range={[0, MOST_PLANKTON]}
        step={10}
        curve={2}
        value={status?.habitat?.plankton}
        disabled={disabled}
        onChange={(count) => studio.send({ type: "plankton", count })}
      />
    </fieldset>
  );
}
