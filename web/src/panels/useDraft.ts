import { useEffect, useRef, useState } from "preact/hooks";

/** How long an own change is shown before the studio's value counts again [ms]. */
const PATIENCE_MS = 900;
const SEND_EVERY_MS = 80;

/**
 * A value that belongs to the studio and is changed here: shows the draft while it travels, sends
 * at most every 80 ms, and falls back to what the studio says (it may have refused).
 */
export function useDraft(
  shared: number | undefined,
  send: (value: number) => void,
): [number | undefined, (value: number) => void] {
  const [draft, setDraft] = useState<number | null>(null);
  const sending = useRef<{ timer: number; waiting: number | null }>({ timer: 0, waiting: null });
  const newestSend = useRef(send);
  newestSend.current = send;

  useEffect(() => {
    if (draft === null) return undefined;
    const timer = setTimeout(() => setDraft(null), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [draft, shared]);

  const change = (value: number) => {
    setDraft(value);
    const state = sending.current;
    if (state.timer) {
      state.waiting = value;
      return;
    }
    newestSend.current(value);
    const next = () => {
      state.timer = 0;
      if (state.waiting === null) return;
      newestSend.current(state.waiting);
      state.waiting = null;
      state.timer = window.setTimeout(next, SEND_EVERY_MS);
    };
    state.timer = window.setTimeout(next, SEND_EVERY_MS);
  };
  return [draft ?? shared, change];
}
