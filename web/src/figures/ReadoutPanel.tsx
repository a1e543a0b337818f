import { useEffect, useRef } from "preact/hooks";
import { CostGraph } from "../panels/costGraph.ts";
import { Row } from "../panels/Row.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import type { Company } from "./company.ts";

export function ReadoutPanel({ around: { company, costs } }: PanelProps) {
  const { status, traffic } = useStore(company.state);
  const { framesPerSecond, pixelRatio } = useStore(costs);
  return (
    <>
      <dl class="readout" data-testid="figures-readout">
        <Row
          label="Page"
          help={`Frames drawn a second, at ${pixelRatio.toFixed(2)} pixels a point.`}
        >
          {framesPerSecond.toFixed(0)} fps
        </Row>
        <Row label="Cost" help="Of one frame of 1/60 s: minds, motion, and packing it.">
          {status ? `${status.milliseconds.toFixed(2)} ms a frame` : "–"}
        </Row>
        <Row label="Received" help="What this page is told: only what has changed.">
          {`${(traffic.bytes / 1000).toFixed(0)} kB/s in ${traffic.frames.toFixed(0)} frames`}
        </Row>
        <Row label="Joints" help="Joint updates that this page is told a second.">
          {`${traffic.jointUpdates.toFixed(0)}/s`}
        </Row>
        <Row label="Clients" help="Pages and programs that are told.">
          {status?.clients ?? "–"}
        </Row>
        <Row label="Time" help="Of the town.">
          {status ? clockTime(status.seconds) : "–"}
        </Row>
      </dl>
      <Graph company={company} />
    </>
  );
}

function Graph({ company }: { company: Company }) {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    const graph = new CostGraph(host.current);
    let last = company.state.value.status;
    const unwatch = company.state.watch(({ status }) => {
      if (status && status !== last) {
        graph.add(performance.now() / 1000, status.milliseconds, status.budget);
      }
      last = status;
    });
    return () => {
      unwatch();
      graph.destroy();
    };
  }, [company]);
  return (
    <div
      class="graph"
      ref={host}
      role="img"
      aria-label="Cost of the town over the last 20 seconds, in milliseconds a frame"
    />
  );
}

function clockTime(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return `${minutes}:${(seconds - minutes * 60).toFixed(1).padStart(4, "0")}`;
}
