import type { PanelProps } from "../shell/registry.ts";
import { usePart, useStore } from "../shell/store.ts";
import { neighbour } from "./choosing.ts";
import { Press } from "./Press.tsx";

/** Whom the panel is about. */
export function Chooser({ around: { studio, curiosity, pilot } }: Pick<PanelProps, "around">) {
  const { id } = useStore(curiosity.state);
  const nobody = usePart(
    studio.state,
    ({ status, connection }) => !status?.population || connection.phase !== "open",
  );
  const choose = () => {
    const one = pilot.choose() ?? studio.ids[0];
    if (one !== undefined) curiosity.ask(one);
  };
  const go = (step: 1 | -1) => {
    const next = id === null ? null : neighbour(studio.ids, id, step);
    if (next === null) choose();
    else curiosity.ask(next);
  };
  return (
    <div class="buttons chooser">
      <Press
        name="fish-before"
        label="Fish before"
        title="The fish before, by its number"
        disabled={nobody}
        onPress={() => go(-1)}
      >
        ‹
      </Press>
      <Press
        name="choose-fish"
        wide
        pressed={id !== null}
        title={id === null ? "The fish in the middle of the picture" : "Ask it no more (Esc)"}
        disabled={nobody}
        onPress={() => (id === null ? choose() : curiosity.letGo())}
      >
        {id === null ? "Choose a fish" : "Let it go"}
      </Press>
      <Press
        name="fish-after"
        label="Next fish"
        title="The next fish, by its number"
        disabled={nobody}
        onPress={() => go(1)}
      >
        ›
      </Press>
    </div>
  );
}
