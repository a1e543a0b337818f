import { FilePicker } from "../shell/FilePicker.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

/** Which scene it is, and which there are. */
export function ScenePanel({ around: { troupe } }: PanelProps) {
  const { hello, scene, connection } = useStore(troupe.state);
  const disabled = connection.phase !== "open" || !scene;
  return (
    <>
      <ul class="gallery" data-testid="scenes">
        {(hello?.scenes ?? []).map(({ name, title, description }, k) => (
          <li key={name}>
            <button
              type="button"
              class="shipped"
              data-testid={`scene-${name}`}
              aria-pressed={scene?.name === name}
              title={`${description} (${k + 1})`}
              disabled={disabled}
              onClick={(event) => {
                event.currentTarget.blur();
                troupe.send({ type: "open", scene: name });
              }}
            >
              <span>{title}</span>
            </button>
          </li>
        ))}
      </ul>
      <p class="doing" data-testid="scene-description">
        <span>{scene?.description}</span>
      </p>
      <div class="buttons">
        <FilePicker
          name="read-scene"
          label="Own scene…"
          help="A scene’s TOML file; or drop it on the stage"
          accept=".toml"
          disabled={disabled}
          onFile={(file) => troupe.takeFile(file)}
        />
      </div>
    </>
  );
}
