import { FilePicker } from "../shell/FilePicker.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

/** Who performs, and what. */
export function PerformerPanel({ around: { troupe } }: PanelProps) {
  const { hello, scene, status, connection } = useStore(troupe.state);
  const disabled = connection.phase !== "open" || !scene;
  const only = scene?.acts.length === 1 && !scene.clip ? scene.acts[0] : null;
  const perform = (acts: string[]) => (event: { currentTarget: HTMLButtonElement }) => {
    event.currentTarget.blur();
    troupe.send({ type: "acts", acts });
  };
  return (
    <>
      <p class="doing" data-testid="doing">
        <b>{scene?.clip ?? "The built-in performer"}</b>
        <span>{scene?.clip ? "a recorded clip, again and again" : scene?.doing}</span>
      </p>
      <ul class="commands acts" data-testid="acts">
        <li>
          <button
            type="button"
            class="command"
            data-testid="act-scene"
            aria-pressed={scene !== null && !scene.clip && only === null}
            title="What the scene asks for"
            disabled={disabled}
            onClick={perform([])}
          >
            as the scene asks
          </button>
        </li>
        {(hello?.acts ?? []).map((act) => (
          <li key={act}>
            <button
              type="button"
              class="command"
              data-testid={`act-${act.replaceAll(" ", "-")}`}
              aria-pressed={act === only}
              disabled={disabled}
              onClick={perform([act])}
            >
              {act}
            </button>
          </li>
        ))}
      </ul>
      {status?.fitting && (
        <p class="shown-as fitting" role="status" data-testid="fitting">
          <span>Fitting {status.fitting}</span>
          <button
            type="button"
            class="button"
            data-testid="cancel-clip"
            onClick={() => troupe.send({ type: "cancel" })}
          >
            Cancel
          </button>
        </p>
      )}
      <div class="buttons">
        <FilePicker
          name="read-clip"
          label="Clip…"
          help="Motion capture of somebody real, as a BVH file; or drop it on the stage"
          accept=".bvh"
          disabled={disabled}
          onFile={(file) => troupe.takeFile(file)}
        />
        <button
          type="button"
          class="button wide"
          data-testid="keep"
          title="Download what the double did in the last minute, as a BVH file (K)"
          disabled={disabled || !status?.kept}
          onClick={() => troupe.send({ type: "keep" })}
        >
          Keep BVH
        </button>
      </div>
    </>
  );
}
