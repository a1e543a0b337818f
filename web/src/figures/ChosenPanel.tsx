import { Switch } from "../panels/Switch.tsx";
import type { PanelProps, Surroundings } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { LEVEL_COLOURS, LEVEL_NAMES } from "../stages/figures/people/levels.ts";
import type { Chosen, Kind, Resident } from "../wire/figures.ts";
import { AimControl } from "./AimControl.tsx";
import { DEAD } from "./keys.ts";
import { MotionControl } from "./MotionControl.tsx";

/** Who is chosen: what he does and why, and what he can be told. */
export function ChosenPanel({ around }: PanelProps) {
  const { company } = around;
  const { residents, chosenId, chosen, town } = useStore(company.state);
  const who = residents.find(({ id }) => id === chosenId);
  const kind = town?.kinds.find(({ name }) => name === who?.kind);
  return (
    <>
      <div class="who">
        <select
          data-testid="who"
          aria-label="Who is chosen"
          value={String(chosenId ?? "")}
          onChange={(event) => {
            const { value } = event.currentTarget;
            event.currentTarget.blur();
            company.choose(value === "" ? null : Number(value));
          }}
        >
          <option value="">Nobody</option>
          {(town?.kinds ?? []).map(({ name }) => (
            <optgroup key={name} label={`${name}s`}>
              {residents
                .filter((one) => one.kind === name)
                .map(({ id, name: label }) => (
                  <option key={id} value={String(id)}>
                    {label}
                  </option>
                ))}
            </optgroup>
          ))}
        </select>
      </div>
      {who ? (
        <div data-testid="chosen" key={who.id}>
          <About around={around} chosen={chosen} />
          {kind && <Orders around={around} who={who} kind={kind} chosen={chosen} />}
        </div>
      ) : (
        <p class="note" data-testid="nobody">
          Click somebody in the town, or press <kbd>N</kbd>.
        </p>
      )}
    </>
  );
}

function About({ around, chosen }: { around: Surroundings; chosen: Chosen | null }) {
  const { company, desk } = around;
  const { hello } = useStore(company.state);
  const { follow } = useStore(desk.view);
  const level = chosen?.level ?? 0;
  const rate = hello?.levels[level]?.rate;
  const segments = hello?.levels[level]?.segments.length;
  return (
    <>
      <p class="doing" data-testid="doing" aria-live="polite">
        <b>{chosen ? sentence(chosen.doing) : "…"}</b>
        {chosen?.why && <span>{sentence(chosen.why)}</span>}
      </p>
      {chosen && (
        <p class="shown-as" data-testid="shown-as" title="Level of detail, by where pages look">
          <i class="dot" style={{ background: LEVEL_COLOURS[level] }} aria-hidden="true" />
          {LEVEL_NAMES[level]} detail: {segments} segments, {rate} times a second
        </p>
      )}
      <Switch
        name="follow"
        label="Follow"
        help="Keeps the camera with him (F)."
        on={follow}
        onChange={(on) => desk.view.set({ follow: on, walking: false })}
      />
    </>
  );
}

interface OrdersProps {
  around: Surroundings;
  who: Resident;
  kind: Kind;
  chosen: Chosen | null;
}

function Orders({ around, who, kind, chosen }: OrdersProps) {
  const { company, desk } = around;
  const { connection } = useStore(company.state);
  if (who.source === "network") {
    return (
      <p class="note" data-testid="commanded">
        The network commands him: what packets say he does.
      </p>
    );
  }
  const disabled = connection.phase !== "open";
  // Who is dead only takes up another posture.
  const dead = chosen?.posture === DEAD;
  const { id } = who;
  const fixed = kind.postures.filter((posture) => posture.kind === "fixed");
  return (
    <>
      <h3>Postures</h3>
      <ul class="commands">
        {fixed.map(({ name }) => (
          <li key={name}>
            <button
              type="button"
              class="command"
              data-testid={`posture-${slug(name)}`}
              aria-pressed={chosen?.posture === name}
              disabled={disabled}
              onClick={(event) => {
                event.currentTarget.blur();
                desk.errand.forget();
                company.send({ type: "posture", id, posture: name });
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
      {dead && (
        <p class="note" data-testid="dead">
          He is dead, and neither moves nor aims until he takes up another posture.
        </p>
      )}
      <MotionControl around={around} id={id} chosen={chosen} disabled={disabled || dead} />
      {who.armed && (
        <AimControl company={company} id={id} chosen={chosen} disabled={disabled || dead} />
      )}
      {kind.gestures.length > 0 && (
        <>
          <h3>Gestures</h3>
          <ul class="commands">
            {kind.gestures.map((gesture) => (
              <li key={gesture}>
                <button
                  type="button"
                  class="command"
                  data-testid={`gesture-${slug(gesture)}`}
                  disabled={disabled || dead}
                  onClick={(event) => {
                    event.currentTarget.blur();
                    company.send({ type: "gesture", id, gesture });
                  }}
                >
                  {gesture}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
      {chosen?.taken && (
        <div class="buttons">
          <button
            type="button"
            class="button wide"
            data-testid="let-go"
            disabled={disabled}
            title="He waits for what you tell him; leave him to his own mind again"
            onClick={(event) => {
              event.currentTarget.blur();
              desk.errand.forget();
              company.send({ type: "let_go", id });
            }}
          >
            Leave to own mind
          </button>
        </div>
      )}
      {who.source === "client" && (
        <div class="buttons">
          <button
            type="button"
            class="button wide"
            data-testid="remove"
            disabled={disabled}
            title="Take him out of the town"
            onClick={(event) => {
              event.currentTarget.blur();
              desk.errand.forget();
              // First, for nothing can be told of who has gone.
              company.choose(null);
              company.send({ type: "remove", id });
            }}
          >
            Remove
          </button>
        </div>
      )}
    </>
  );
}

/** As part of a test's name. */
export function slug(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z0-9]+/g, "-");
}

function sentence(text: string): string {
  const begun = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?…]$/.test(begun) ? begun : `${begun}.`;
}
