import { Switch } from "../panels/Switch.tsx";
import type { Chosen } from "../wire/figures.ts";
import type { Company } from "./company.ts";
import { Pad } from "./Pad.tsx";
import { useAsked } from "./useAsked.ts";
import { useSteady } from "./useSteady.ts";

/** As far as the rifle is turned, and raised [rad]. */
const MOST_TURN = 1.2;
const MOST_RISE = 0.8;
const NUDGE = 0.05;
const HALF = 9;

interface AimProps {
  company: Company;
  id: number;
  chosen: Chosen | null;
  disabled: boolean;
}

/** Where the rifle points, on top of what the rest of him does. */
export function AimControl({ company, id, chosen, disabled }: AimProps) {
  const [aim, setAim] = useAsked({
    turn: chosen?.aim_turn ?? 0,
    rise: chosen?.aim_rise ?? 0,
    share: chosen?.aim ?? 0,
  });
  const held = aim.share > 0;
  const send = useSteady((wish: typeof aim) => company.send({ type: "aim", id, ...wish }));
  const ask = (wish: typeof aim) => {
    setAim(wish);
    send(wish);
  };
  const point = (turn: number, rise: number) =>
    ask({ turn: within(turn, MOST_TURN), rise: within(rise, MOST_RISE), share: 1 });
  const degrees = (angle: number) => Math.round((angle * 180) / Math.PI);
  const text = `${degrees(aim.turn)}° left, ${degrees(aim.rise)}° up`;
  // Who looks along the rifle has his left at the left.
  const [x, y] = [(-HALF * aim.turn) / MOST_TURN, (-HALF * aim.rise) / MOST_RISE];
  return (
    <>
      <h3>Aim</h3>
      <div class="pad-row">
        <span class="pad-text">
          <Switch
            name="hold-aim"
            label="Hold aim"
            help="The rifle points there, whatever he does; off, it goes with his motion."
            on={held}
            disabled={disabled}
            onChange={(on) => ask({ ...aim, share: on ? 1 : 0 })}
          />
          <output data-testid="aim-text">{text}</output>
        </span>
        <Pad
          name="aim"
          label="Aim"
          text={text}
          disabled={disabled}
          onMove={(right, up) => point((-right / 0.9) * MOST_TURN, (up / 0.9) * MOST_RISE)}
          onNudge={(right, up) => point(aim.turn - NUDGE * right, aim.rise + NUDGE * up)}
        >
          <rect x={-HALF} y={-HALF} width={2 * HALF} height={2 * HALF} rx="1.6" class="dial-rim" />
          <path d="M-9 0H9M0 -9V9" class="dial-ring" />
          <circle cx={x} cy={y} r="1.7" class={held ? "dial-tip" : "dial-tip idle"} />
        </Pad>
      </div>
    </>
  );
}

function within(value: number, most: number): number {
  return Number(Math.min(most, Math.max(-most, value)).toFixed(3));
}
