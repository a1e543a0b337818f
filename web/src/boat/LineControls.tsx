import type { Surroundings } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { LineStatus } from "../wire/messages.ts";

/** Lets the fishing line down, or pulls it up, and says what it does. */
export function LineControls({ around, disabled }: { around: Surroundings; disabled: boolean }) {
  const { hello, status } = useStore(around.studio.state);
  const line = status?.line;
  if (!hello?.line) return null;
  const up = line?.state === "up";
  return (
    <>
      <div class="buttons">
        <button
          type="button"
          class="button"
          data-testid="cast-line"
          disabled={disabled || !up}
          title="Let a baited hook down where you look"
          onClick={(event) => {
            event.currentTarget.blur();
            around.studio.send({ type: "cast", place: around.angling.place() });
          }}
        >
          Cast a line
        </button>
        <button
          type="button"
          class="button"
          data-testid="pull-line"
          disabled={disabled || !line || up || line.state === "pulls"}
          title="Pull the hook up, with or without a fish"
          onClick={(event) => {
            event.currentTarget.blur();
            around.studio.send({ type: "pull" });
          }}
        >
          Pull it up
        </button>
      </div>
      <p class={`line-state ${line?.state ?? ""}`} role="status" data-testid="line-state">
        {line ? phrase(line) : "–"}
      </p>
    </>
  );
}

function phrase({ state, caught }: LineStatus): string {
  if (caught !== null) return `Fish ${caught} is on the hook`;
  return {
    up: "The line is up",
    sinks: "The hook sinks",
    waits: "The hook waits",
    pulls: "The line is pulled up",
  }[state];
}
