import { useStore } from "./store.ts";
import type { Studio } from "./studio.ts";
import { WaitOverlay } from "./WaitOverlay.tsx";

export function OceanOverlay({ studio }: { studio: Studio }) {
  const { connection, progress, status, drawing } = useStore(studio.state);
  // Fishes that have been drawn stay on the screen while the page reconnects.
  return (
    <WaitOverlay
      connection={connection}
      progress={status?.running ? null : progress}
      waits={!drawing}
      greeting="Filling the sea …"
    />
  );
}
