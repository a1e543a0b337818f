import { useEffect, useRef, useState } from "preact/hooks";
import type { Curiosity } from "../reasons/curiosity.ts";
import { DriveGraph } from "./driveGraph.ts";

const SPANS = [30, 60] as const;

/** The chart, and how much of the past it shows. */
export function DriveCurves({ curiosity }: { curiosity: Curiosity }) {
  const host = useRef<HTMLDivElement>(null);
  const graph = useRef<DriveGraph | null>(null);
  const [span, setSpan] = useState<number>(SPANS[0]);
  useEffect(() => {
    if (!host.current) return undefined;
    const drawn = new DriveGraph(host.current, curiosity.history, span);
    graph.current = drawn;
    const unwatch = curiosity.state.watch(() => drawn.draw());
    return () => {
      unwatch();
      drawn.destroy();
    };
  }, [curiosity]);
  return (
    <>
      <div
        class="drive-graph"
        ref={host}
        role="img"
        data-testid="drive-graph"
        aria-label={`Hunger, libido and fear over the last ${span} seconds, and under them what it intended; the table below has them as they are now`}
      />
      <fieldset class="choices two spans">
        <legend class="unseen">How much is shown</legend>
        {SPANS.map((seconds) => (
          <label key={seconds} title={`Shows the last ${seconds} seconds of the world`}>
            <input
              type="radio"
              name="span"
              data-testid={`span-${seconds}`}
              checked={span === seconds}
              onChange={() => {
                setSpan(seconds);
                graph.current?.show(seconds);
              }}
            />
            <span>{seconds} s</span>
          </label>
        ))}
      </fieldset>
    </>
  );
}
