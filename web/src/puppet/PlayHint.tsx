import { useEffect, useState } from "preact/hooks";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

/** What one can do here, until somebody has done it. */
export function PlayHint({ around: { theatre } }: PanelProps) {
  const { playing } = useStore(theatre.state);
  const [touched, setTouched] = useState(false);
  const held = (playing?.held.length ?? 0) > 0;
  useEffect(() => {
    if (held) setTouched(true);
  }, [held]);
  if (playing && !playing.playing) {
    return (
      <p class="hint aloft glass" role="status" data-testid="held-hint">
        Held: the space bar lets it go on.
      </p>
    );
  }
  if (touched) return null;
  return (
    <p class="hint aloft glass" role="status" data-testid="play-hint">
      Take it by the hand: drag any part of it, throw it, catch it. Two presses pin a point.
    </p>
  );
}
