import { RangeControl } from "../panels/RangeControl.tsx";
import { Switch } from "../panels/Switch.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { LEVEL_COLOURS, LEVEL_NAMES } from "../stages/figures/people/levels.ts";
import type { FiguresHello } from "../wire/figures.ts";

const USUAL_BUDGET_MS = 2;
const BUDGETS: [number, number] = [0.1, 100];
const DETAILS: [number, number] = [0.1, 4];

/** Who is shown how finely, and what that saves. */
export function DetailPanel({ around: { company, desk } }: PanelProps) {
  const { hello, status, residents, connection } = useStore(company.state);
  const { tinted } = useStore(desk.view);
  const disabled = connection.phase !== "open" || !status;
  const budget = status?.budget ?? null;
  return (
    <>
      {status && <Counts figures={status.figures} hello={hello} />}
      <RangeControl
        name="detail"
        label="Detail"
        unit="×"
        help="How many times their size on the screen people count for: more are shown more finely."
        range={DETAILS}
        step={0.05}
        curve={2}
        value={status?.detail}
        disabled={disabled}
        marks={[
          [0.1, "coarse"],
          [1, "usual"],
          [4, "fine"],
        ]}
        onChange={(value) => company.send({ type: "detail", value })}
      />
      <Switch
        name="show-levels"
        label="Show levels"
        help="Tints everybody by the level of detail on which he is shown (T)."
        on={tinted}
        onChange={(on) => desk.view.set({ tinted: on })}
      />
      <Switch
        name="budget-on"
        label="Frame budget"
        help="Lets people be shown more coarsely until a frame costs no more than this."
        on={budget !== null}
        disabled={disabled}
        onChange={(on) =>
          company.send({ type: "budget", milliseconds: on ? USUAL_BUDGET_MS : null })
        }
      />
      {budget !== null && (
        <RangeControl
          name="budget"
          label="At most"
          unit="ms"
          help="What one frame of 1/60 s may cost the studio."
          range={BUDGETS}
          step={0.1}
          curve={3}
          value={budget}
          disabled={disabled}
          onChange={(milliseconds) => company.send({ type: "budget", milliseconds })}
        />
      )}
      {status && hello && (
        <Savings updates={status.joint_updates} people={residents.length} hello={hello} />
      )}
    </>
  );
}

/** How many are at each level, as a bar and in numbers. */
function Counts({ figures, hello }: { figures: readonly number[]; hello: FiguresHello | null }) {
  return (
    <div class="levels" data-testid="levels">
      <span class="level-bar" aria-hidden="true">
        {LEVEL_NAMES.map((name, k) => (
          <i key={name} style={{ flexGrow: figures[k] ?? 0, background: LEVEL_COLOURS[k] }} />
        ))}
      </span>
      <dl>
        {LEVEL_NAMES.map((name, k) => {
          const level = hello?.levels[k];
          const help = level && `${level.segments.length} segments, ${level.rate} times a second`;
          return (
            <div key={name} title={help}>
              <dt>
                <i class="dot" style={{ background: LEVEL_COLOURS[k] }} aria-hidden="true" />
                {name}
              </dt>
              <dd data-testid={`count-${name}`}>{figures[k] ?? 0}</dd>
            </div>
          );
        })}
      </dl>
    </div>
  );
}

/** Against showing everybody as finely as can be. */
function Savings(props: { updates: number; people: number; hello: FiguresHello }) {
  const { updates, people, hello } = props;
  const finest = hello.levels[0];
  const joints = finest?.joints.reduce((sum, count) => sum + count, 0) ?? 0;
  const all = people * joints * (finest?.rate ?? 0);
  const share = all > 0 ? Math.min(1, updates / all) : 0;
  return (
    <div class="savings" title="Joint updates a second, against all people in high detail">
      <span>Joint updates</span>
      <output data-testid="joint-updates">{short(updates)}/s</output>
      <meter aria-label="Share of all in high detail" min={0} max={1} value={share} />
      <small data-testid="joint-share">
        {(100 * share).toFixed(0)} % of {short(all)}/s, which all in high detail would take
      </small>
    </div>
  );
}

function short(value: number): string {
  if (value >= 9.95e5) return `${(value / 1e6).toFixed(1)} M`;
  if (value >= 9950) return `${(value / 1e3).toFixed(0)} k`;
  return value >= 1000 ? `${(value / 1e3).toFixed(1)} k` : value.toFixed(0);
}
