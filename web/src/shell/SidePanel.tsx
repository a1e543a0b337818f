import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { isFolded, remember } from "./folding.ts";
import type { Panel } from "./registry.ts";

/** A panel at the side: its title folds it away, and the page remembers it. */
export function SidePanel(props: {
  panel: Pick<Panel, "id" | "title" | "folded">;
  children: ComponentChildren;
}) {
  const { panel, children } = props;
  const { id, title } = panel;
  const [folded, setFolded] = useState(() => isFolded(panel));
  const toggle = () => {
    remember(id, !folded);
    setFolded(!folded);
  };
  return (
    <section class={folded ? "panel glass folded" : "panel glass"} aria-labelledby={`panel-${id}`}>
      <h2>
        <button
          type="button"
          class="fold"
          id={`panel-${id}`}
          aria-expanded={!folded}
          data-testid={`panel-${id}`}
          title={folded ? `Open ${title}` : `Fold ${title} away`}
          // After a click keys belong to the stage again; who came by keys stays.
          onClick={(event) => {
            if (event.detail > 0) event.currentTarget.blur();
            toggle();
          }}
        >
          {title}
        </button>
      </h2>
      {!folded && children}
    </section>
  );
}
