import { useRef } from "preact/hooks";

const EVERY_MS = 80;

/** Calls at most every 80 ms, and the last time for certain. */
export function useSteady<T>(send: (value: T) => void): (value: T) => void {
  const newest = useRef(send);
  newest.current = send;
  const waiting = useRef<{ timer: number; value: T | null }>({ timer: 0, value: null });
  return (value) => {
    const state = waiting.current;
    if (state.timer) {
      state.value = value;
      return;
    }
    newest.current(value);
    const next = () => {
      state.timer = 0;
      if (state.value === null) return;
      newest.current(state.value);
      state.value = null;
      state.timer = window.setTimeout(next, EVERY_MS);
    };
    state.timer = window.setTimeout(next, EVERY_MS);
  };
}
