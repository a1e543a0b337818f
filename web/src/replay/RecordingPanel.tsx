import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { Recorded } from "../wire/messages.ts";
import { colourOf, countsOf, meaningOf } from "./marks.ts";
import { clockTime, dateText } from "./moments.ts";

/** What a recording is, what is missing in it, and what happened. */
export function RecordingPanel({ around: { studio } }: PanelProps) {
  const { hello } = useStore(studio.state);
  const recording = hello?.recording;
  if (!recording) return null;
  return (
    <>
      <dl class="readout facts" data-testid="recording">
        <Row label="File">{recording.file}</Row>
        <Row label="Scenario">{hello.scenario}</Row>
        <Row label="Made">{dateText(recording.made)}</Row>
        <Row label="Length">{clockTime(recording.seconds)}</Row>
        {recording.first > 0 && <Row label="Begins at">{clockTime(recording.first)}</Row>}
        <Row label="Frames">{framesPhrase(recording)}</Row>
      </dl>
      {recording.problem && (
        <p class="note warning" role="status" data-testid="recording-problem">
          Not whole: {recording.problem}.
        </p>
      )}
      {!recording.bodies && (
        <p class="note" data-testid="drawn-bodies">
          Bodies are drawn from their speed; record with <code>--nodes</code> to see them as they
          were.
        </p>
      )}
      <dl class="mark-counts" data-testid="mark-counts">
        {countsOf(recording.marks).map(({ kind, count }) => (
          <div key={kind} title={meaningOf(kind)}>
            <dt>
              <i class="dot" style={{ background: colourOf(kind) }} aria-hidden="true" />
              {kind}
            </dt>
            <dd>{count}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

function Row({ label, children }: { label: string; children: preact.ComponentChildren }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function framesPhrase({ every }: Recorded): string {
  return every === 1 ? "all" : `one of ${every}, filled in`;
}
