import type { Surroundings } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { WaitOverlay } from "../shell/WaitOverlay.tsx";

/** While the first picture is unpacked, or why there will be none. */
export function FileOverlay({ around: { studio } }: { around: Surroundings }) {
  const { connection, drawing } = useStore(studio.state);
  const shown = connection.phase === "stopped" ? connection : ({ phase: "open" } as const);
  return <WaitOverlay connection={shown} progress={null} waits={!drawing} greeting="Unpacking …" />;
}
