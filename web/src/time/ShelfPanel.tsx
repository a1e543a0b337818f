import { useState } from "preact/hooks";
import { clockTime, dateText } from "../replay/moments.ts";
import { Icon } from "../shell/Icon.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";
import type { Kept, Taping } from "../wire/messages.ts";
import { BackToWorld } from "./BackToWorld.tsx";
import { sizeText } from "./sizes.ts";

/** Records the living world, and shows what was recorded. */
export function ShelfPanel({ around: { studio } }: PanelProps) {
  const { hello, status, shelf, connection } = useStore(studio.state);
  const disabled = !status?.running || connection.phase !== "open";
  const taping = status?.taping ?? null;
  const watched = hello?.recording?.file.replace(/\.arrow$/, "");
  // A list that was never told has no folder behind it.
  if (!shelf) return null;
  return (
    <>
      {hello?.recording ? (
        <BackToWorld studio={studio} name="shelf-back" />
      ) : (
        <RecordButton
          studio={studio}
          taping={taping}
          disabled={disabled || hello?.comparison != null}
        />
      )}
      <p class="note">
        All who watch this studio see a recording that is watched here; the living world waits, and
        comes back as it was.
      </p>
      {shelf.recordings.length === 0 ? (
        <p class="note" data-testid="no-recordings">
          No recordings yet.
        </p>
      ) : (
        <ul class="shelf" data-testid="shelf">
          {shelf.recordings.map((kept) => (
            <KeptRow
              key={kept.name}
              studio={studio}
              kept={kept}
              watched={kept.name === watched}
              disabled={disabled}
              recording={taping !== null}
            />
          ))}
        </ul>
      )}
    </>
  );
}

function RecordButton(props: { studio: Studio; taping: Taping | null; disabled: boolean }) {
  const { studio, taping, disabled } = props;
  return (
    <div class="taping">
      <button
        type="button"
        class="button wide"
        data-testid="record"
        aria-pressed={taping !== null}
        disabled={disabled}
        title={
          taping
            ? "End the recording and keep it"
            : "Keep what happens from now on: everybody's body and way, and all events"
        }
        onClick={(event) => {
          // The space bar pauses; it must not press this again.
          event.currentTarget.blur();
          studio.send({ type: "record", on: taping === null });
        }}
      >
        <span class={taping ? "sign-of live" : "sign-of"}>
          <Icon name={taping ? "stop" : "record"} />
        </span>
        {taping ? "Stop" : "Record"}
      </button>
      {taping && (
        <output data-testid="taping" title={taping.name}>
          {clockTime(taping.seconds)} <small>{sizeText(taping.bytes)}</small>
        </output>
      )}
    </div>
  );
}

interface KeptRowProps {
  studio: Studio;
  kept: Kept;
  watched: boolean;
  disabled: boolean;
  /** Something is being recorded now. */
  recording: boolean;
}

function KeptRow({ studio, kept, watched, disabled, recording }: KeptRowProps) {
  const { name, scenario, made, seconds, bytes, problem } = kept;
  const [asked, setAsked] = useState(false);
  const called = scenario || name;
  return (
    <li aria-label={name}>
      <p title={problem ? `Not whole: ${problem}` : name}>
        <b>{called}</b>
        {problem && <em> not whole</em>}
        <small>
          {made && `${dateText(made)} · `}
          {clockTime(seconds)} · {sizeText(bytes)}
        </small>
      </p>
      {asked ? (
        <span class="asked">
          Delete for good?
          <button
            type="button"
            class="button"
            data-testid={`really-delete-${name}`}
            onClick={() => studio.send({ type: "discard", name })}
          >
            Delete
          </button>
          <button
            type="button"
            class="button"
            data-testid={`keep-${name}`}
            onClick={() => setAsked(false)}
          >
            Keep
          </button>
        </span>
      ) : (
        <span class="asked">
          <button
            type="button"
            class="button"
            data-testid={`watch-${name}`}
            aria-label={`Watch ${called} of ${dateText(made)}`}
            aria-pressed={watched}
            disabled={disabled || watched || recording}
            title={recording ? "Stop the recording first" : "Show it to all who watch this studio"}
            onClick={(event) => {
              event.currentTarget.blur();
              studio.send({ type: "watch", name });
            }}
          >
            {watched ? "Watched" : "Watch"}
          </button>
          <button
            type="button"
            class="button"
            data-testid={`delete-${name}`}
            aria-label={`Delete ${called} of ${dateText(made)}`}
            disabled={disabled || watched}
            title="Delete it; you are asked once more"
            onClick={() => setAsked(true)}
          >
            Delete…
          </button>
        </span>
      )}
    </li>
  );
}
