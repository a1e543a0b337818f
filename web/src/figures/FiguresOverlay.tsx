import type { Surroundings } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { WaitOverlay } from "../shell/WaitOverlay.tsx";

export function FiguresOverlay({ around: { company } }: { around: Surroundings }) {
  const { connection, progress, drawing, models, town } = useStore(company.state);
  const waits = !(drawing && models && town);
  return <WaitOverlay {...{ connection, progress, waits }} greeting="Waking the town …" />;
}
