import { Row } from "../panels/Row.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

export function ReadoutPanel({ around: { theatre, costs } }: PanelProps) {
  const { playing, document } = useStore(theatre.state);
  const { framesPerSecond } = useStore(costs);
  return (
    <dl class="readout" data-testid="puppet-readout">
      <Row label="Page" help="Frames drawn a second.">
        {framesPerSecond.toFixed(0)} fps
      </Row>
      <Row label="Skeleton" help="What the puppet is made of.">
        {document ? `${document.point.length} points, ${document.rod.length} rods` : "–"}
      </Row>
      <Row label="Iterations" help="That the last frame took.">
        <span data-testid="iterations-used">{playing?.iterations ?? "–"}</span>
      </Row>
      <Row label="Deviation" help="Of rods from their lengths, as a share of all lengths.">
        <span data-testid="deviation">
          {playing ? `${(playing.deviation * 100).toFixed(2)} %` : "–"}
        </span>
      </Row>
      <Row label="Cost" help="What a frame of skeleton and skin takes.">
        {playing ? `${playing.microseconds.toFixed(0)} µs` : "–"}
      </Row>
      <Row label="Time" help="Since it began at rest, or since its take began.">
        {playing ? `${playing.seconds.toFixed(1)} s` : "–"}
      </Row>
    </dl>
  );
}
