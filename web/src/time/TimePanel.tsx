import { useState } from "preact/hooks";
import { RangeControl } from "../panels/RangeControl.tsx";
import { clockTime } from "../replay/moments.ts";
import { Icon } from "../shell/Icon.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { Sign } from "../shell/Sign.tsx";
import { useStore } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";
import { anotherSeed, readSeed } from "./seed.ts";

const NATURAL = 1;

/** How a living world's time goes, and with which seed it begins. */
export function TimePanel({ around: { studio } }: PanelProps) {
  const { hello, status, connection } = useStore(studio.state);
  const disabled = !status?.running || connection.phase !== "open";
  const paused = status?.paused ?? false;
  return (
    <>
      <div class="going">
        <button
          type="button"
          class="button big"
          data-testid="pause"
          aria-pressed={paused}
          disabled={disabled}
          title="Hold or continue the simulation (space)"
          onClick={() => studio.send({ type: "paused", value: !paused })}
        >
          <Icon name={paused ? "play" : "pause"} />
          {paused ? "Continue" : "Pause"}
        </button>
        <output
          class="elapsed"
          data-testid="elapsed"
          title="Simulated time since it began"
          aria-label="Simulated time"
        >
          {clockTime(status?.time ?? 0)}
        </output>
      </div>
      <div class="buttons between">
        <button
          type="button"
          class="button wide"
          data-testid="step"
          disabled={disabled || !paused}
          title="Advance the held simulation by one frame, a sixtieth of a second (.)"
          onClick={() => studio.send({ type: "step", back: false })}
        >
          Step
        </button>
        <button
          type="button"
          class="button wide"
          data-testid="restart"
          disabled={disabled}
          title="Begin again as the scenario says, with the same seed (Shift + R)"
          onClick={() => studio.send({ type: "restart" })}
        >
          Restart
        </button>
      </div>
      <RangeControl
        name="pace"
        label="Slow motion"
        unit="×"
        help="How fast time goes for everybody who watches: 1 is as in life ([ slower, ] faster)."
        range={hello?.limits.rate ?? [0.05, NATURAL]}
        step={0.01}
        curve={2}
        value={status?.rate}
        disabled={disabled}
        marks={[
          [0.1, "1/10"],
          [0.25, "1/4"],
          [0.5, "1/2"],
          [NATURAL, "1"],
        ]}
        onChange={(value) => studio.send({ type: "rate", value })}
      />
      <SeedControl
        key={hello?.seed}
        studio={studio}
        seed={hello?.seed ?? 0}
        // Twins that are compared know no chance.
        disabled={disabled || hello?.comparison != null}
      />
    </>
  );
}

/** The seed of all chance: the same one gives the same world. */
function SeedControl(props: { studio: Studio; seed: number; disabled: boolean }) {
  const { studio, seed, disabled } = props;
  const [typed, setTyped] = useState<string | null>(null);
  const shown = typed ?? String(seed);
  const wanted = readSeed(shown);
  const beginWith = (value: number) => {
    setTyped(null);
    studio.send({ type: "seed", value });
  };
  return (
    <form
      class="seed"
      title="Everything that is left to chance hangs on it: the same seed, the same world."
      onSubmit={(event) => {
        event.preventDefault();
        if (wanted === null) return;
        beginWith(wanted);
        // What was typed is taken; keys belong to the page again.
        event.currentTarget.querySelector("input")?.blur();
      }}
    >
      <label for="seed">Seed</label>
      <input
        id="seed"
        type="text"
        inputMode="numeric"
        autocomplete="off"
        data-testid="seed"
        value={shown}
        disabled={disabled}
        aria-invalid={wanted === null}
        aria-describedby={wanted === null ? "seed-problem" : undefined}
        onInput={(event) => setTyped(event.currentTarget.value)}
      />
      <button
        type="submit"
        class="button"
        data-testid="begin-with-seed"
        disabled={disabled || wanted === null}
        title="Begin again with this seed"
      >
        Begin
      </button>
      <Sign
        name="another-seed"
        icon="dice"
        help="Begin again with another seed, thrown by dice"
        disabled={disabled}
        onClick={() => beginWith(anotherSeed(seed))}
      />
      {wanted === null && (
        <p class="note warning" id="seed-problem" role="status">
          A seed is a whole number, 0 or more.
        </p>
      )}
    </form>
  );
}
