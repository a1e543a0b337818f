import { TURN_ANGLES } from "../pilot/controls.ts";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { Switch } from "./Switch.tsx";

/** Whom this page drives, and how it is shown. */
export function PilotPanel({ around: { pilot, studio } }: PanelProps) {
  const { fish, turnAngle, showMuscles } = useStore(pilot.state);
  const { hello, status, connection } = useStore(studio.state);
  const disabled =
    !status?.running ||
    connection.phase !== "open" ||
    status.population === 0 ||
    hello?.comparison != null;
  const label = fish && hello?.species[fish.species]?.label;
  return (
    <>
      <p class="note" data-testid="pilot-note">
        {fish
          ? `You drive ${label?.toLowerCase() ?? "fish"} number ${fish.id}.`
          : "Take over the fish that you clicked on, or the one in the middle."}
      </p>
      <div class="buttons">
        <button
          type="button"
          class="button wide"
          data-testid="drive"
          aria-pressed={fish !== null}
          disabled={disabled && !fish}
          title={
            fish
              ? "Give the fish back to its mind (Esc)"
              : "Drive the fish that you clicked on, or the one in the middle (P)"
          }
          onClick={(event) => {
            // The space bar pauses; it must not press this again.
            event.currentTarget.blur();
            pilot.toggle();
          }}
        >
          {fish ? "Leave" : "Drive a fish"} <kbd>{fish ? "Esc" : "P"}</kbd>
        </button>
      </div>
      {fish && (
        <>
          <fieldset class="choices">
            <legend>Angle of a C-turn</legend>
            {TURN_ANGLES.map((angle) => (
              <label key={angle}>
                <input
                  type="radio"
                  name="turn-angle"
                  data-testid={`turn-angle-${angle}`}
                  checked={turnAngle === angle}
                  onChange={(event) => {
                    event.currentTarget.blur();
                    pilot.setTurnAngle(angle);
                  }}
                />
                <span>{angle}°</span>
              </label>
            ))}
          </fieldset>
          <Switch
            name="muscles"
            label="Show muscles"
            help="Looks through the skin at the 12 muscles, coloured by contraction (M)."
            on={showMuscles}
            onChange={() => pilot.toggleMuscles()}
          />
          {showMuscles && (
            <div class="legend" data-testid="muscle-legend">
              <span>at rest</span>
              <span class="scale" aria-hidden="true" />
              <span>60 % shorter</span>
            </div>
          )}
        </>
      )}
    </>
  );
}
