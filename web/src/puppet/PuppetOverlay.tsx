import type { Surroundings } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { WaitOverlay } from "../shell/WaitOverlay.tsx";

export function PuppetOverlay({ around: { theatre } }: { around: Surroundings }) {
  const { connection, progress, drawing, mode, document } = useStore(theatre.state);
  // Who draws sees the document; frames are for those who play.
  const waits = !drawing && !(mode === "draw" && document);
  return <WaitOverlay {...{ connection, progress, waits }} greeting="Raising the curtain …" />;
}
