import { useStore } from "./store.ts";
import type { Studio } from "./studio.ts";

/** While there is nothing to see yet: what is being waited for. */
export function StartOverlay({ studio }: { studio: Studio }) {
  const { connection, hello, progress, status, drawing } = useStore(studio.state);
  if (connection.phase === "stopped") {
    return (
      <div class="overlay" role="alert" data-testid="stopped">
        <div class="card glass">
          <p>{connection.reason}</p>
        </div>
      </div>
    );
  }
  // Fishes that have been drawn stay on the screen while the page reconnects.
  if (drawing) return null;
  const compiling = progress && progress.done < progress.total && !status?.running;
  const label = compiling
    ? `${progress.label} ${progress.done}/${progress.total} …`
    : hello && connection.phase === "open"
      ? "Filling the sea …"
      : "Waiting for the studio …";
  return (
    <div class="overlay" data-testid="overlay">
      <div class="card glass" role="status">
        <p>{label}</p>
        {compiling ? (
          <progress aria-label={progress.label} value={progress.done} max={progress.total} />
        ) : (
          <progress aria-label={label} />
        )}
      </div>
    </div>
  );
}

export function ConnectionBanner({ studio }: { studio: Studio }) {
  const { connection } = useStore(studio.state);
  if (connection.phase !== "reconnecting") return null;
  return (
    <div class="banner glass" role="status" data-testid="banner">
      <span class="pulse" aria-hidden="true" /> reconnecting…
    </div>
  );
}
