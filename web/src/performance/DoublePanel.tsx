import { Row } from "../panels/Row.tsx";
import { Switch } from "../panels/Switch.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { PerformerStatus } from "../wire/performing.ts";

/** Below this one sees that he fights for balance. */
const WAVERING = 0.7;

/** How the double stands. */
export function DoublePanel({ around: { troupe } }: PanelProps) {
  const { status, connection } = useStore(troupe.state);
  const { on } = useStore(troupe.hand.state);
  const one = status?.performers[0];
  const disabled = connection.phase !== "open" || !status;
  const balance = one ? (one.fallen ? 0 : one.balance) : 1;
  return (
    <>
      <div class="balance" data-testid="balance" data-state={one ? stateOf(one) : ""}>
        <b>{one ? stateOf(one) : "–"}</b>
        <meter
          aria-label="Balance"
          min={0}
          max={1}
          low={0.35}
          high={WAVERING}
          optimum={1}
          value={balance}
        />
      </div>
      <dl class="readout">
        <Row label="Apart" help="How far his parts are on average from the performer’s.">
          <span data-testid="apart">{one ? `${(1000 * one.off).toFixed(0)} mm` : "–"}</span>
        </Row>
        <Row label="Pull" help="Of all forces from outside that hold him, in weights of his own.">
          {one ? `${(100 * one.pull).toFixed(0)} % of his weight` : "–"}
        </Row>
        <Row label="Holds" help="What his hands hold.">
          <span data-testid="holds">{one ? heldBy(one) : "–"}</span>
        </Row>
      </dl>
      <Switch
        name="pull"
        label="Pull him by buttons (P)"
        help="With a pointer, drag him by whatever part you like."
        on={on}
        disabled={disabled}
        onChange={(wanted) => troupe.hand.toggle(wanted)}
      />
      <Switch
        name="gets-up"
        label="Gets up by himself"
        help="Or lies until he is told to (U)."
        on={status?.gets_up ?? true}
        disabled={disabled}
        onChange={(value) => troupe.send({ type: "gets_up", value })}
      />
      <Switch
        name="printed"
        label="Controllers as printed"
        help="As the thesis prints them, and not as measurement asks for; the scene begins anew."
        on={status?.printed ?? false}
        disabled={disabled}
        onChange={(value) => troupe.send({ type: "printed", value })}
      />
    </>
  );
}

function stateOf({ fallen, rising, pulled, balance }: PerformerStatus): string {
  if (pulled) return "is pulled";
  if (fallen) return "has fallen";
  if (rising) return "gets up";
  return balance < WAVERING ? "wavers" : "in balance";
}

function heldBy({ holds: [left, right] }: PerformerStatus): string {
  if (left && left === right) return `${left}, with both hands`;
  const hands = [left && `${left} (left)`, right && `${right} (right)`].filter(Boolean);
  return hands.length > 0 ? hands.join(", ") : "nothing";
}
