import { Switch } from "../panels/Switch.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

/** Boards the submarine, or stays behind it. */
export function BoatPanel({ around: { boat, studio, view, player } }: PanelProps) {
  const { aboard } = useStore(boat.state);
  const { status, connection } = useStore(studio.state);
  const { followBoat } = useStore(view);
  const elsewhere = !aboard && status?.submarine?.taken === true;
  const disabled = !status?.running || connection.phase !== "open" || elsewhere;
  return (
    <>
      {!player.recording && (
        <>
          <p class="note" data-testid="boat-note">
            {aboard
              ? "You are at the helm."
              : elsewhere
                ? "Somebody else is at the helm."
                : "Take the helm, and dive among the fishes."}
          </p>
          <div class="buttons">
            <button
              type="button"
              class="button wide"
              data-testid="dive"
              aria-pressed={aboard}
              disabled={disabled && !aboard}
              title={aboard ? "Leave the submarine (Esc)" : "Board the submarine (B)"}
              onClick={(event) => {
                // The space bar pauses; it must not press this again.
                event.currentTarget.blur();
                boat.toggle();
              }}
            >
              {aboard ? "Leave" : "Dive"}
              <kbd>{aboard ? "Esc" : "B"}</kbd>
            </button>
          </div>
        </>
      )}
      <Switch
        name="follow-boat"
        label="Follow the submarine"
        help="Keeps the camera behind the submarine, from outside."
        on={followBoat}
        onChange={(on) => view.set({ followBoat: on })}
      />
    </>
  );
}
