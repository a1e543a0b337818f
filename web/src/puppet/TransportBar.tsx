import { Icon, type IconName } from "../shell/Icon.tsx";
import { PagesHere } from "../shell/PagesHere.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { Sign } from "../shell/Sign.tsx";
import { useStore } from "../shell/store.ts";

/** The row at the foot: play or draw, hold, rest, take, undo. */
export function TransportBar({ around: { theatre } }: PanelProps) {
  const { mode, playing, puppet, connection, document } = useStore(theatre.state);
  const disabled = connection.phase !== "open" || !playing;
  const running = theatre.isMoving;
  const pages = playing?.pages ?? 1;
  const recording = playing?.recording ?? false;
  const looping = playing?.looping ?? false;
  const atPlay = mode === "play";
  return (
    <div class="transport glass" role="toolbar" aria-label="Play">
      <span class="modes">
        <Mode
          name="mode-play"
          icon="hand"
          label="Play"
          help="Take the puppet by the hand (D)"
          on={atPlay}
          onClick={() => theatre.enter("play")}
        />
        <Mode
          name="mode-draw"
          icon="pencil"
          label="Draw"
          help="Draw points, rods, joints and skin (D)"
          on={!atPlay}
          onClick={() => theatre.enter("draw")}
        />
      </span>
      <span class="group">
        <Sign
          name="pause"
          icon={running ? "pause" : "play"}
          help={running ? "Hold (space)" : "Let it go on (space)"}
          disabled={disabled || !atPlay}
          onClick={() => theatre.toggle()}
        />
        <Sign
          name="step"
          icon="step"
          help="One frame further (.)"
          disabled={disabled || !atPlay || running}
          onClick={() => theatre.send({ type: "step" })}
        />
        <Sign
          name="rest"
          icon="rest"
          help="Back to rest (Shift + R)"
          disabled={disabled || recording}
          onClick={() => theatre.send({ type: "rest" })}
        />
      </span>
      <span class="group">
        <Sign
          name="record"
          icon={recording ? "stop" : "record"}
          help={recording ? "End the take (T)" : "Record what hands do (T)"}
          on={recording}
          danger
          disabled={disabled}
          onClick={() => theatre.record(!recording)}
        />
        <Sign
          name="loop"
          icon="loop"
          help={document?.take ? "Play the take again and again (L)" : "Record a take first"}
          on={looping}
          disabled={disabled || recording || !document?.take}
          onClick={() => theatre.loop(!looping)}
        />
        {(recording || looping) && (
          <output class="take-time" data-testid="take-time">
            {playing?.seconds.toFixed(1)} s
          </output>
        )}
      </span>
      <span class="group">
        <Sign
          name="undo"
          icon="undo"
          help="Undo (Ctrl + Z)"
          disabled={disabled || !puppet?.undoable}
          onClick={() => theatre.send({ type: "undo" })}
        />
        <Sign
          name="redo"
          icon="redo"
          help="Redo (Ctrl + Shift + Z)"
          disabled={disabled || !puppet?.redoable}
          onClick={() => theatre.send({ type: "redo" })}
        />
      </span>
      <PagesHere pages={pages} />
    </div>
  );
}

interface ModeProps {
  name: string;
  icon: IconName;
  label: string;
  help: string;
  on: boolean;
  onClick: () => void;
}

function Mode({ name, icon, label, help, on, onClick }: ModeProps) {
  return (
    <button
      type="button"
      class="mode"
      data-testid={name}
      title={help}
      aria-label={label}
      aria-pressed={on}
      onClick={(event) => {
        // Keys belong to the stage again.
        event.currentTarget.blur();
        onClick();
      }}
    >
      <Icon name={icon} /> <span>{label}</span>
    </button>
  );
}
