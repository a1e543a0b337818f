import { useEffect, useState } from "preact/hooks";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

/** How long it stays [ms]. */
const SHOWN_MS = 12_000;

/** What there is to do, for who has just come. */
export function TossHint({ around: { troupe } }: PanelProps) {
  const { drawing } = useStore(troupe.state);
  const [over, setOver] = useState(false);
  useEffect(() => {
    if (!drawing) return undefined;
    const timer = setTimeout(() => setOver(true), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [drawing]);
  if (!drawing || over) return null;
  return (
    <p class="hint glass aloft" data-testid="toss-hint">
      Click or tap at him to toss a ball; drag him to pull him about.
    </p>
  );
}
