import { PagesHere } from "../shell/PagesHere.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { Sign } from "../shell/Sign.tsx";
import { useStore } from "../shell/store.ts";
import { SLOW } from "./keys.ts";

/** More that waits in a scene is thrown by name only. */
const MOST_THROWN = 3;

/** The row at the foot: time, what is thrown, and what the double is told. */
export function TransportBar({ around: { troupe } }: PanelProps) {
  const { status, scene, connection } = useStore(troupe.state);
  const disabled = connection.phase !== "open" || !status || !scene;
  const running = status?.running ?? true;
  const slow = (status?.pace ?? 1) < 1;
  const one = status?.performers[0];
  const holding = troupe.isHolding;
  const canHold = scene?.props.some(({ grip }) => grip) ?? false;
  const pages = status?.pages ?? 1;
  return (
    <div class="transport glass" role="toolbar" aria-label="Performance">
      <span class="group first">
        <Sign
          name="pause"
          icon={running ? "pause" : "play"}
          help={running ? "Hold time (space)" : "Let time go on (space)"}
          disabled={disabled}
          onClick={() => troupe.send({ type: "paused", value: running })}
        />
        <Sign
          name="step"
          icon="step"
          help="One frame further (.)"
          disabled={disabled || running}
          onClick={() => troupe.send({ type: "step" })}
        />
        <Sign
          name="slow"
          icon="slow"
          help={slow ? "As fast as it is (M)" : "Slow motion (M)"}
          on={slow}
          disabled={disabled}
          onClick={() => troupe.send({ type: "pace", value: slow ? 1 : SLOW })}
        />
        <Sign
          name="restart"
          icon="rest"
          help="From the beginning (Shift + R)"
          disabled={disabled}
          onClick={() => troupe.send({ type: "restart" })}
        />
      </span>
      <span class="group">
        <Sign
          name="rise"
          icon="rise"
          help="Get up (U)"
          disabled={disabled || !one?.fallen}
          onClick={() => troupe.send({ type: "rise" })}
        />
        <Sign
          name="line-up"
          icon="align"
          help="Set the performer to where his double is (L)"
          disabled={disabled}
          onClick={() => troupe.send({ type: "line_up" })}
        />
        <Sign
          name="grip"
          icon={holding ? "hand" : "fist"}
          help={holding ? "Let go (G)" : "Take hold with both hands (G)"}
          on={holding}
          disabled={disabled || !canHold}
          onClick={() => troupe.send({ type: holding ? "let_go" : "grip" })}
        />
      </span>
      {troupe.throwable.slice(0, MOST_THROWN).map((name, k) => (
        <button
          key={name}
          type="button"
          class="mode thrown"
          data-testid={`throw-${name.replaceAll(" ", "-")}`}
          title={`Let go of it${k === 0 ? " (T)" : ""}`}
          disabled={disabled}
          onClick={(event) => {
            event.currentTarget.blur();
            troupe.send({ type: "throw", prop: name });
          }}
        >
          Throw {name}
        </button>
      ))}
      <PagesHere pages={pages} />
    </div>
  );
}
