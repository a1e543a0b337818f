import { Icon } from "../shell/Icon.tsx";
import { CLICK } from "../shell/pointing.ts";
import type { PanelProps } from "../shell/registry.ts";
import { usePart, useStore } from "../shell/store.ts";
import { ACTIONS } from "./actions.ts";

/** The first things that one can do here, each a click away; it goes while hands are at a helm. */
export function Dock({ around }: PanelProps) {
  const state = useStore(around.studio.state);
  useStore(around.cameras.state);
  useStore(around.feeding);
  useStore(around.hand.state);
  const driving = usePart(around.pilot.state, ({ fish }) => fish !== null);
  const aboard = usePart(around.boat.state, (boat) => boat.aboard);
  const asking = usePart(around.curiosity.state, ({ id }) => id !== null);
  const actions = ACTIONS.filter(({ offered }) => offered(state));
  const busy = asking || actions.some(({ on }) => on?.(around));
  const ready = state.status?.running && state.connection.phase === "open";
  if (!ready || driving || aboard || state.hello?.comparison) return null;
  return (
    <nav class="dock" aria-label="What you can do" data-testid="dock">
      {!busy && (
        <p class="dock-hint" data-testid="dock-hint">
          Drag to look around. {CLICK} a fish, and it tells why it does what it does.
        </p>
      )}
      <div class="dock-row glass">
        {actions.map((action) => (
          <button
            key={action.id}
            type="button"
            class="dock-button"
            data-testid={`dock-${action.id}`}
            title={action.help}
            aria-pressed={action.on?.(around)}
            onClick={(event) => {
              // After a click keys belong to the stage again; who came by keys stays.
              if (event.detail > 0) event.currentTarget.blur();
              action.run(around);
            }}
          >
            <Icon name={action.icon} size={22} />
            {action.label}
          </button>
        ))}
      </div>
    </nav>
  );
}
