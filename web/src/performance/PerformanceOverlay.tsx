import type { Surroundings } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { WaitOverlay } from "../shell/WaitOverlay.tsx";

export function PerformanceOverlay({ around: { troupe } }: { around: Surroundings }) {
  const { connection, progress, drawing, model } = useStore(troupe.state);
  const waits = !(drawing && model);
  return <WaitOverlay {...{ connection, progress, waits }} greeting="Setting the stage …" />;
}
