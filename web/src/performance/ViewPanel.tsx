import { audienceUrl } from "../audience/address.ts";
import { RangeControl } from "../panels/RangeControl.tsx";
import { ResetView } from "../panels/ResetView.tsx";
import { Row } from "../panels/Row.tsx";
import { Switch } from "../panels/Switch.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

const TOSSES = [1, 12] as const;

/** What is drawn on this page, and how it goes. */
export function ViewPanel({ around: { troupe, costs }, resetView }: PanelProps) {
  const { ghost, tinted, aids, follow, speed, heavy } = useStore(troupe.view);
  const { status } = useStore(troupe.state);
  const { framesPerSecond } = useStore(costs);
  return (
    <>
      <Switch
        name="ghost"
        label="Ghost"
        help="The performer, as far as his double is not where he is (O)."
        on={ghost}
        onChange={(on) => troupe.view.set({ ghost: on })}
      />
      <Switch
        name="tinted"
        label="Colour by balance"
        help="From green over yellow to red (C)."
        on={tinted}
        onChange={(on) => troupe.view.set({ tinted: on })}
      />
      <Switch
        name="aids"
        label="Centre and support"
        help="Centre of mass, and the polygon on which he stands (X)."
        on={aids}
        onChange={(on) => troupe.view.set({ aids: on })}
      />
      <Switch
        name="follow"
        label="Stay with him"
        help="The camera follows the double (F)."
        on={follow}
        onChange={(on) => troupe.view.set({ follow: on })}
      />
      <RangeControl
        name="toss-speed"
        label="Balls"
        unit="m/s"
        help="How fast a click tosses a ball."
        range={TOSSES}
        step={0.5}
        value={speed}
        disabled={false}
        onChange={(value) => troupe.view.set({ speed: value })}
      />
      <Switch
        name="heavy"
        label="Heavy balls"
        help="Of 60 kg, instead of 10 kg (B)."
        on={heavy}
        onChange={(on) => troupe.view.set({ heavy: on })}
      />
      <dl class="readout">
        <Row label="Page" help="Frames drawn a second.">
          {framesPerSecond.toFixed(0)} fps
        </Row>
        <Row label="Cost" help="Of two frames of physics, 1/60 s.">
          {status ? `${status.milliseconds.toFixed(2)} ms` : "–"}
        </Row>
        <Row label="Time" help="Since the scene began.">
          <span data-testid="performance-time">
            {status ? `${status.seconds.toFixed(1)} s` : "–"}
          </span>
        </Row>
      </dl>
      <div class="buttons">
        <ResetView resetView={resetView} />
        <a
          class="button"
          href={audienceUrl(window.location)}
          target="_blank"
          rel="noopener"
          title="Opens a page for those who look on: without the aids, in better light"
          data-testid="audience-view"
        >
          Audience view
        </a>
      </div>
    </>
  );
}
