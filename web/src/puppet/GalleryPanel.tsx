import { FilePicker } from "../shell/FilePicker.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { emptyDocument } from "./document.ts";
import { PUPPET_FILES } from "./files.ts";

/** Shipped puppets, new ones, and files. */
export function GalleryPanel({ around: { theatre } }: PanelProps) {
  const { puppets, document, connection, former } = useStore(theatre.state);
  const disabled = connection.phase !== "open";
  const title = document?.puppet.title;
  const start = (dimensions: 2 | 3) => {
    theatre.build(emptyDocument(dimensions));
    theatre.enter("draw");
    theatre.state.set({ tool: "rod" });
  };
  return (
    <>
      <ul class="gallery" data-testid="gallery">
        {puppets.map(({ name, title: label, dimensions }) => (
          <li key={name}>
            <button
              type="button"
              class="shipped"
              data-testid={`open-${name}`}
              aria-pressed={label === title}
              disabled={disabled}
              onClick={(event) => {
                event.currentTarget.blur();
                theatre.open(name);
              }}
            >
              <span>{withoutArticle(label)}</span>
              <small>{dimensions === 3 ? "3D" : "2D"}</small>
            </button>
          </li>
        ))}
      </ul>
      {former && (
        <div class="buttons first">
          <button
            type="button"
            class="button wide"
            data-testid="bring-back"
            disabled={disabled}
            title="What was here before the studio began anew"
            onClick={() => theatre.bringBack()}
          >
            Bring back {former.puppet.title}
          </button>
        </div>
      )}
      <div class="buttons first">
        <button
          type="button"
          class="button wide"
          data-testid="new-2"
          disabled={disabled}
          title="Draw a flat puppet from nothing"
          onClick={() => start(2)}
        >
          New
        </button>
        <button
          type="button"
          class="button"
          data-testid="new-3"
          disabled={disabled}
          title="Draw a puppet in space from nothing"
          onClick={() => start(3)}
        >
          New 3D
        </button>
      </div>
      <div class="buttons">
        <FilePicker
          name="load"
          label="Load…"
          help="A puppet's TOML file; or drop it on the stage"
          accept={PUPPET_FILES}
          disabled={disabled}
          onFile={(file) => theatre.takeFile(file)}
        />
        <button
          type="button"
          class="button wide"
          data-testid="save"
          disabled={disabled}
          title="Download this puppet as a TOML file (Ctrl + S)"
          onClick={() => theatre.send({ type: "save" })}
        >
          Save
        </button>
      </div>
    </>
  );
}

/** "A rag doll" as "Rag doll": all of them begin so. */
function withoutArticle(title: string): string {
  const plain = title.replace(/^(An?|The) /, "");
  return plain.charAt(0).toUpperCase() + plain.slice(1);
}
