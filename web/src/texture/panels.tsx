import { useState } from "preact/hooks";
import { FilePicker } from "../shell/FilePicker.tsx";
import { type PanelProps, registerPanel } from "../shell/registry.ts";
import { Sign } from "../shell/Sign.tsx";
import { useStore } from "../shell/store.ts";
import { MOST_NEWCOMERS } from "../wire/texturing.ts";
import { fileName } from "./geometry.ts";
import { PHOTO_FILES } from "./photos.ts";

const stages = ["texture"];

export function registerTexturePanels(): void {
  registerPanel({ id: "photograph", title: "Photograph", stages, component: PhotoPanel });
  registerPanel({ id: "cut", title: "Its skin", stages, component: CutPanel });
  registerPanel({ id: "name", title: "Into the world", stages, component: NamePanel });
  registerPanel({ id: "mesh-bar", title: "Mesh", stages, place: "foot", component: MeshBar });
}

function PhotoPanel({ around: { maker } }: PanelProps) {
  const { connection, reading, photo } = useStore(maker.state);
  const disabled = connection.phase !== "open" || reading;
  return (
    <>
      <div class="buttons">
        <FilePicker
          name="photo"
          label={photo ? "Another…" : "Open…"}
          help="A photograph of a fish from the side; or drop it on the stage"
          accept={PHOTO_FILES}
          disabled={disabled}
          onFile={(file) => maker.takeFile(file)}
        />
        <button
          type="button"
          class="button"
          data-testid="drawn-fish-too"
          title="Try with a drawn fish"
          disabled={disabled}
          onClick={() => maker.takeDrawnFish()}
        >
          Drawn fish
        </button>
      </div>
      {!photo && (
        <p class="note under">
          From the side, all of it in the picture, before a calm ground: so it is found by itself.
        </p>
      )}
    </>
  );
}

function CutPanel({ around: { maker } }: PanelProps) {
  const { cut, mesh } = useStore(maker.state);
  if (!cut) return <p class="note">What the mesh cuts out is shown here.</p>;
  return (
    <>
      <img class="cut" src={cut} alt="What the mesh cuts out, nose to the left" data-testid="cut" />
      <p class="note under" role="status" data-testid="mesh-state">
        {mesh?.relaxing
          ? `The mesh relaxes … ${mesh.moved.toFixed(2)} px a step`
          : mesh?.rested
            ? "The mesh rests. Nose left, back up."
            : "Nose left, back up."}
      </p>
    </>
  );
}

function NamePanel({ around }: PanelProps) {
  const { maker } = around;
  const { connection, mesh, templates, ocean, finishing, made, far } = useStore(maker.state);
  const [label, setLabel] = useState("My fish");
  const [ownFile, setOwnFile] = useState<string | null>(null);
  const [wanted, setWanted] = useState<string | null>(null);
  const [count, setCount] = useState(5);
  const name = ownFile ?? fileName(label);
  const known = templates.map((one) => one.name);
  const template = wanted ?? (mesh?.template || known[0] || "");
  const note = far.find((one) => one.template === template)?.note;
  const fits = /^[a-z][a-z0-9-]*$/.test(name) && label.trim().length > 0;
  const disabled = connection.phase !== "open" || !mesh || finishing;
  return (
    <form
      class="naming"
      onSubmit={(event) => {
        event.preventDefault();
        if (!disabled && fits) maker.finish(name, label.trim(), template, ocean ? count : 0);
      }}
    >
      <label class="field">
        Name
        <input
          type="text"
          data-testid="fish-label"
          value={label}
          maxLength={60}
          onInput={(event) => setLabel(event.currentTarget.value)}
        />
      </label>
      <label class="field">
        File
        <input
          type="text"
          data-testid="fish-name"
          value={name}
          maxLength={40}
          aria-invalid={!fits}
          title="Small letters, digits and hyphens, a letter first"
          onInput={(event) => setOwnFile(event.currentTarget.value)}
        />
      </label>
      <label class="field" title="Whose muscles and way of swimming it gets">
        Swims like
        <select
          data-testid="template"
          value={template}
          onChange={(event) => setWanted(event.currentTarget.value)}
        >
          {templates.map((one) => (
            <option key={one.name} value={one.name}>
              {one.label}
            </option>
          ))}
        </select>
      </label>
      {note && (
        <p class="note under" role="status" data-testid="far-body">
          {note} Another may suit it better.
        </p>
      )}
      {ocean && (
        <label class="field" title="So many come into the ocean, which begins again">
          How many
          <input
            type="number"
            data-testid="fish-count"
            min={0}
            max={MOST_NEWCOMERS}
            value={count}
            onInput={({ currentTarget: { valueAsNumber } }) => {
              if (Number.isInteger(valueAsNumber))
                setCount(Math.min(MOST_NEWCOMERS, Math.max(0, valueAsNumber)));
            }}
          />
        </label>
      )}
      <button type="submit" class="button done" data-testid="finish" disabled={disabled || !fits}>
        {finishing ? "Making it …" : "Done"}
      </button>
      {made && (
        <div class="made" role="status" data-testid="made">
          <p>
            <strong>{made.label}</strong> is a species now
            {made.swimming > 0 && `, and ${made.swimming} of them swim in the ocean`}.
          </p>
          {made.swimming > 0 && (
            <button
              type="button"
              class="button wide"
              data-testid="see-them"
              onClick={() => {
                maker.state.set({ sought: made.name });
                window.location.hash = "ocean";
              }}
            >
              See them swim
            </button>
          )}
          <details>
            <summary>Where it is</summary>
            <p class="path" data-testid="made-path">
              {made.path}
            </p>
            <p>{made.usage}</p>
          </details>
        </div>
      )}
    </form>
  );
}

/** The row at the foot: what one does with the mesh. */
function MeshBar({ around: { maker } }: PanelProps) {
  const { connection, mesh, anchoring } = useStore(maker.state);
  if (!mesh) return null;
  const disabled = connection.phase !== "open";
  return (
    <>
      <p class="hint glass" data-testid="mesh-hint">
        {anchoring
          ? "Press nodes of the border to pin them, or to set them free."
          : mesh.relaxing
            ? "Pull at the border to guide it; it hangs on a spring."
            : "Drag the border near the outline of the fish, then relax. Press a node twice to pin it."}
      </p>
      <div class="transport glass" role="toolbar" aria-label="Mesh">
        <button
          type="button"
          class="mode"
          data-testid="relax"
          aria-pressed={!mesh.relaxing}
          disabled={disabled}
          title={mesh.relaxing ? "Stop where it is (space)" : "Let it find the outline (space)"}
          onClick={(event) => {
            event.currentTarget.blur();
            maker.relax(!mesh.relaxing);
          }}
        >
          {mesh.relaxing ? "Stop" : "Relax"}
        </button>
        <span class="group">
          <Sign
            name="anchor-mode"
            icon="pin"
            help="Pin nodes of the border (A)"
            on={anchoring}
            disabled={disabled}
            onClick={() => maker.state.set({ anchoring: !anchoring })}
          />
          <Sign
            name="flip"
            icon="loop"
            help="Flip: its head is at the other end (F)"
            disabled={disabled}
            onClick={() => maker.send({ type: "flip" })}
          />
        </span>
        <span class="group">
          <button
            type="button"
            class="mode"
            data-testid="find"
            disabled={disabled}
            title="Begin where the fish seems to be"
            onClick={() => maker.send({ type: "find" })}
          >
            Find it
          </button>
          <button
            type="button"
            class="mode"
            data-testid="regular"
            disabled={disabled}
            title="Start again with a regular mesh (Shift + R)"
            onClick={() => maker.send({ type: "regular" })}
          >
            Start again
          </button>
        </span>
      </div>
    </>
  );
}
