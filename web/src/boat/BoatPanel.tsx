import { Switch } from "../panels/Switch.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { BoatStatus } from "../wire/messages.ts";
import { BoatBadge } from "./BoatBadge.tsx";

/** Boards the submarine, or stays behind it. */
export function BoatPanel({ around: { boat, studio, view, player } }: PanelProps) {
  const { aboard, number } = useStore(boat.state);
  const { status, connection } = useStore(studio.state);
  const { followBoat } = useStore(view);
  const boats = status?.submarine;
  const full = !aboard && boats != null && boats.taken.length >= boats.most;
  const disabled = !status?.running || connection.phase !== "open" || full;
  return (
    <>
      {!player.recording && (
        <>
          <p class="note" data-testid="boat-note">
            {aboard ? "You are at the helm." : invitation(boats)}
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
          {boats != null && boats.taken.length > 0 && (
            <ul class="crews" aria-label="Submarines that somebody steers" data-testid="crews">
              {boats.taken.map((one) => (
                <li key={one}>
                  <BoatBadge number={one} /> {one === number ? "you" : "somebody"}
                </li>
              ))}
            </ul>
          )}
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

function invitation(boats: BoatStatus | null | undefined): string {
  const [taken, most] = [boats?.taken.length ?? 0, boats?.most ?? 1];
  if (taken === 0) return "Take the helm, and dive among the fishes.";
  if (taken < most) return "Others dive already; you get a submarine of your own.";
  return most === 1 ? "Somebody else is at the helm." : `All ${most} submarines are taken.`;
}
