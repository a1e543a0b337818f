import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { Thinking, Urge } from "../wire/messages.ts";
import { Rosette } from "./Rosette.tsx";

/** Why the fish that was clicked on does what it does, as it decides. */
export function ReasonsPanel({ around: { studio, curiosity, pilot, player } }: PanelProps) {
  const { id, fish } = useStore(curiosity.state);
  const { hello } = useStore(studio.state);
  const { fish: driven } = useStore(pilot.state);
  if (id === null) return null;
  const label = (fish && hello?.species[fish.species]?.label) ?? "Fish";
  return (
    <section class="reasons glass" aria-label="Reasons" data-testid="reasons">
      <header>
        <h2>
          {label} <span>{id}</span>
        </h2>
        {!player.recording && driven?.id !== id && (
          <button
            type="button"
            class="button"
            data-testid="drive-this"
            title="Drive this fish (P)"
            onClick={() => pilot.begin(id)}
          >
            Drive<kbd>P</kbd>
          </button>
        )}
        <button
          type="button"
          class="close"
          aria-label="Let it go"
          title="Let it go (Esc, or a click in the water)"
          data-testid="let-go"
          onClick={() => curiosity.letGo()}
        >
          ×
        </button>
      </header>
      <p class="sentence" data-testid="sentence">
        {fish?.sentence ?? "…"}
      </p>
      {fish && fish.intention !== "" && <Mind fish={fish} />}
    </section>
  );
}

function Mind({ fish }: { fish: Thinking }) {
  return (
    <>
      <p class="intention">
        <b data-testid="intention">{fish.intention}</b>
        {fish.routine && <span>{[fish.routine, fish.stage].filter(Boolean).join(": ")}</span>}
        <span>{fish.seconds.toFixed(1)} s</span>
      </p>
      <div class="feelings">
        <dl class="drives">
          {fish.drives.map((drive) => (
            <DriveBar key={drive.name} drive={drive} />
          ))}
        </dl>
        <Rosette preferences={fish.preferences} />
      </div>
      <dl class="known">
        <Fact name="target" help="What it is after, and why this one won.">
          {fish.target || "none"}
          {fish.choice && <small>{fish.choice}</small>}
        </Fact>
        <Fact name="memory" help="What was interrupted and will be taken up again.">
          {fish.memory || "empty"}
        </Fact>
        <Fact name="sees" help="What it perceives, at most 16 of each kind.">
          {fish.sees}
        </Fact>
        <Fact name="command" help="What its motor is asked for.">
          {fish.command}
        </Fact>
      </dl>
    </>
  );
}

function DriveBar({ drive: { name, value, threshold } }: { drive: Urge }) {
  const percent = (share: number) => `${(Math.min(1, Math.max(0, share)) * 100).toFixed(1)}%`;
  return (
    <div title={`${name} is acted on above ${threshold.toFixed(2)}`}>
      <dt>{name}</dt>
      <dd>
        <span class="drive-bar" aria-hidden="true">
          <i
            class={value > threshold ? "acting" : undefined}
            style={{ inlineSize: percent(value) }}
          />
          <b style={{ insetInlineStart: percent(threshold) }} />
        </span>
        <output data-testid={`drive-${name}`}>{value.toFixed(2)}</output>
      </dd>
    </div>
  );
}

function Fact(props: { name: string; help: string; children: preact.ComponentChildren }) {
  return (
    <div title={props.help}>
      <dt>{props.name}</dt>
      <dd data-testid={`fact-${props.name}`}>{props.children}</dd>
    </div>
  );
}
