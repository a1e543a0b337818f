import { allStages, type PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { Limits } from "../wire/messages.ts";
import { RangeControl } from "./RangeControl.tsx";

/** Until the studio has said what it allows. */
const UNKNOWN: Limits = {
  population: [0, 100],
  speed: [0, 2],
  viscosity: [0, 2],
  budget: [0.1, 100],
  flow: [0, 4],
  current: 1,
  rate: [0.05, 1],
};

export function WaterPanel({ around: { studio } }: PanelProps) {
  const { hello, status, connection } = useStore(studio.state);
  const limits = hello?.limits ?? UNKNOWN;
  const disabled = !status?.running || connection.phase !== "open";
  // Twins that are compared stay two, with the commands of their sequence.
  const comparing = hello?.comparison != null;
  return (
    <>
      <RangeControl
        name="population"
        label="Population"
        help="How many fishes swim. New ones join the school, the last ones leave it."
        range={limits.population}
        step={1}
        curve={3}
        value={status?.population}
        disabled={disabled || comparing}
        onChange={(count) => studio.send({ type: "population", count })}
      />
      <RangeControl
        name="speed"
        label="Speed"
        unit="L/s"
        help="The speed that the fishes are asked for, in body lengths a second."
        range={limits.speed}
        step={0.01}
        value={status?.speed}
        disabled={disabled || comparing}
        onChange={(value) => studio.send({ type: "speed", value })}
      />
      {allStages().some(({ id }) => id === "texture") && (
        <a
          class="button own-fish"
          href="#texture"
          data-testid="own-fish"
          title="Make a fish of a photograph, and put it into this water"
        >
          Your own fish…
        </a>
      )}
    </>
  );
}
