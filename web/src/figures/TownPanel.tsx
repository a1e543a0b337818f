import { ResetView } from "../panels/ResetView.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

const COLOURS: Record<string, string> = { green: "#4fd18b", flashing: "#4fd18b", red: "#ff6a52" };

/** Who lives here, how the lights stand, and whether time goes on. */
export function TownPanel({ around, resetView }: PanelProps) {
  const { company, desk } = around;
  const { town, residents, lights, status, connection } = useStore(company.state);
  const { walking } = useStore(desk.view);
  const disabled = connection.phase !== "open" || !status;
  const running = status?.running ?? true;
  const names = town?.document.light ?? [];
  return (
    <>
      <dl class="readout" data-testid="people">
        {(town?.kinds ?? []).map(({ name }) => (
          <div key={name}>
            <dt>{sentenceCase(name)}s</dt>
            <dd data-testid={`people-${name}`}>
              {residents.filter(({ kind }) => kind === name).length}
            </dd>
          </div>
        ))}
      </dl>
      {lights.length > 0 && (
        <ul class="lights" data-testid="lights">
          {lights.map((state, k) => (
            <li key={names[k]?.name ?? k} data-state={state} title={`For walkers: ${state}`}>
              <i
                class={state === "flashing" ? "dot flashing" : "dot"}
                style={{ background: COLOURS[state] ?? "#8a98a3" }}
                aria-hidden="true"
              />
              {names[k]?.name ?? `light ${k + 1}`}
              <span class="unseen">: {state}</span>
            </li>
          ))}
        </ul>
      )}
      <div class="buttons">
        <button
          type="button"
          class="button wide"
          data-testid="pause"
          aria-pressed={!running}
          disabled={disabled}
          title="Hold the town, or let it go on (space)"
          onClick={(event) => {
            event.currentTarget.blur();
            company.send({ type: "paused", value: running });
          }}
        >
          {running ? "Hold" : "Go on"}
        </button>
        <button
          type="button"
          class="button wide"
          data-testid="step"
          disabled={disabled || running}
          title="One frame further (.)"
          onClick={(event) => {
            event.currentTarget.blur();
            company.send({ type: "step" });
          }}
        >
          Step
        </button>
      </div>
      <div class="buttons">
        <button
          type="button"
          class="button wide"
          data-testid="walk"
          aria-pressed={walking}
          title="Walk the streets at eye level: W A S D to go, drag to look around (G)"
          onClick={(event) => {
            event.currentTarget.blur();
            desk.view.set({ walking: !walking, follow: false });
          }}
        >
          Walk
        </button>
        <ResetView resetView={resetView} />
      </div>
      <div class="buttons newcomers">
        {(town?.kinds ?? []).map(({ name }) => (
          <button
            key={name}
            type="button"
            class="button wide"
            data-testid={`add-${name}`}
            disabled={disabled}
            title={`Another ${name}, in the middle of what you look at`}
            onClick={(event) => {
              event.currentTarget.blur();
              company.send({ type: "place", kind: name, position: desk.spot(), heading: 0 });
            }}
          >
            + {name}
          </button>
        ))}
      </div>
    </>
  );
}

function sentenceCase(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
