import { useEffect, useState } from "preact/hooks";

/** How long what was asked here is shown before what the studio tells counts again [ms]. */
const PATIENCE_MS = 900;

/** What is told, or what was asked here just now and is still on its way. */
export function useAsked<T>(told: T): [T, (asked: T) => void] {
  const [asked, setAsked] = useState<T | null>(null);
  useEffect(() => {
    if (asked === null) return undefined;
    const timer = setTimeout(() => setAsked(null), PATIENCE_MS);
    return () => clearTimeout(timer);
  }, [asked]);
  return [asked ?? told, setAsked];
}
