import { useEffect, useRef } from "preact/hooks";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { Status } from "../wire/messages.ts";
import { CostGraph } from "./costGraph.ts";
import { Row } from "./Row.tsx";

export function ReadoutPanel({ around: { studio, costs } }: PanelProps) {
  const { status } = useStore(studio.state);
  const { framesPerSecond, pixelRatio } = useStore(costs);
  return (
    <>
      <dl class="readout" data-testid="readout">
        <Row
          label="Page"
          help={`Frames drawn a second, at ${pixelRatio.toFixed(2)} pixels a point.`}
        >
          {framesPerSecond.toFixed(0)} fps
        </Row>
        <Row label="Fishes" help="How many fishes are simulated.">
          {status?.population ?? "–"}
        </Row>
        <Row label="Simulation" help="Frames simulated a second; real time is 60.">
          {status ? `${status.frames_per_second.toFixed(0)} frames/s` : "–"}
        </Row>
        <Row label="Cost" help="What one frame of 1/60 s costs the simulation.">
          {status ? costOf(status) : "–"}
        </Row>
        <Row label="Time" help="Simulated time.">
          {status ? clockTime(status.time) : "–"}
        </Row>
      </dl>
      <Graph studio={studio} />
    </>
  );
}

function Graph({ studio }: Pick<PanelProps["around"], "studio">) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const graph = new CostGraph(host.current);
    let last = studio.state.value.status;
    const unwatch = studio.state.watch(({ status }) => {
      if (status && status !== last)
        graph.add(performance.now() / 1000, status.frame_milliseconds, status.budget);
      last = status;
    });
    return () => {
      unwatch();
      graph.destroy();
    };
  }, [studio]);
  return (
    <div
      class="graph"
      ref={host}
      role="img"
      aria-label="Cost of the simulation over the last 20 seconds, in milliseconds a frame"
    />
  );
}

function costOf({ frame_milliseconds, budget }: Status): string {
  const cost = frame_milliseconds.toFixed(2);
  return budget === null ? `${cost} ms a frame` : `${cost} of ${budget.toFixed(1)} ms`;
}

function clockTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(1).padStart(4, "0")}`;
}
