import { useEffect, useState } from "preact/hooks";
import type { Surroundings } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { nameIn } from "./names.ts";

const MOST_LETTERS = 40;

/** Saves the world as a scenario, and begins one that ships or was saved. */
export function ScenarioControls({
  around,
  disabled,
}: {
  around: Surroundings;
  disabled: boolean;
}) {
  const { studio } = around;
  const { scenarios, connection } = useStore(studio.state);
  const [name, setName] = useState("");
  // Which one was asked about.
  const [doubted, setDoubted] = useState("");
  const open = connection.phase === "open";
  useEffect(() => {
    if (open) studio.send({ type: "ask-scenarios" });
  }, [open]);
  const isThere = scenarios.some((one) => one.own && one.name === name);
  const save = (replace: boolean) => {
    if (isThere && !replace) {
      setDoubted(name);
      return;
    }
    setDoubted("");
    studio.send({ type: "save", name, replace });
  };
  return (
    <fieldset class="arrange">
      <legend>Scenarios</legend>
      <form
        class="save"
        onSubmit={(event) => {
          event.preventDefault();
          save(false);
        }}
      >
        <input
          type="text"
          aria-label="Name of the scenario"
          class="scenario-name"
          data-testid="scenario-name"
          placeholder="my-reef"
          maxLength={MOST_LETTERS}
          title="Small letters, digits and hyphens"
          value={name}
          disabled={disabled}
          onInput={(event) => {
            setName(nameIn(event.currentTarget.value));
            setDoubted("");
          }}
        />
        <button
          type="submit"
          class="button"
          data-testid="save-scenario"
          title="Keep this world under that name: species and numbers, stones, plants, plankton"
          disabled={disabled || !name}
        >
          Save
        </button>
      </form>
      {doubted && doubted === name && (
        <p class="note" role="alert">
          {name} is there already.
          <button
            type="button"
            class="button"
            data-testid="replace-scenario"
            onClick={() => save(true)}
          >
            Replace it
          </button>
        </p>
      )}
      <ul class="scenarios" aria-label="Scenarios">
        {scenarios.map((one) => (
          <li key={one.name}>
            <span title={one.description}>{one.own ? one.name : one.title}</span>
            <button
              type="button"
              class="button"
              data-testid={`load-${one.name}`}
              aria-label={`Load ${one.own ? one.name : one.title}`}
              title={one.description || "Begin with this world"}
              disabled={disabled}
              onClick={() => studio.send({ type: "load", name: one.name })}
            >
              Load
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  );
}
