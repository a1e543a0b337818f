import { useState } from "preact/hooks";
import { Switch } from "../panels/Switch.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

/** Where Entity State PDUs usually come to. */
const USUAL_PORT = 3000;
const LAST_PORT = 65_535;

/** Soldiers whom packets command (DIS). */
export function NetworkPanel({ around: { company } }: PanelProps) {
  const { status, connection } = useStore(company.state);
  const [port, setPort] = useState(USUAL_PORT);
  const disabled = connection.phase !== "open" || !status;
  const network = status?.network ?? null;
  const heard = network?.port ?? port;
  return (
    <>
      <Switch
        name="listen"
        label="Listen for DIS"
        help="Hears Entity State PDUs (IEEE 1278.1): each lifeform comes as a soldier."
        on={network !== null}
        disabled={disabled}
        onChange={(on) => company.send({ type: "listen", port: on ? port : null })}
      />
      <label class="field">
        <span>UDP port</span>
        <span class="number">
          <input
            type="number"
            data-testid="dis-port"
            min={0}
            max={LAST_PORT}
            value={heard}
            disabled={disabled || network !== null}
            onChange={(event) => {
              const wanted = event.currentTarget.valueAsNumber;
              const sound = Number.isInteger(wanted) && wanted >= 0 && wanted <= LAST_PORT;
              if (sound) setPort(wanted);
              else event.currentTarget.value = String(port);
            }}
            onKeyUp={(event) => event.key === "Enter" && event.currentTarget.blur()}
          />
        </span>
      </label>
      {network ? (
        <dl class="readout" data-testid="network">
          <Row label="Entities" value={String(network.entities)} name="entities" />
          <Row label="Packets" value={`${network.rate.toFixed(0)}/s`} name="packets" />
          <Row label="Received" value={String(network.received)} name="received" />
          <Row label="Refused" value={String(network.refused)} name="refused" />
        </dl>
      ) : (
        <p class="note">Nobody is heard: switch it on, and soldiers come over the network.</p>
      )}
      <p class="note how">
        To send a patrol from another shell: <code>motorium dis send --to 127.0.0.1:{heard}</code>
      </p>
    </>
  );
}

function Row({ label, value, name }: { label: string; value: string; name: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd data-testid={`network-${name}`}>{value}</dd>
    </div>
  );
}
