import type { ConnectionState } from "../wire/link.ts";

interface WaitOverlayProps {
  connection: ConnectionState;
  /** What takes long, if anything. */
  progress: { label: string; done: number; total: number } | null;
  /** Whether there is nothing to see yet. */
  waits: boolean;
  /** What is said before the first frame comes. */
  greeting: string;
}

/** While there is nothing to see yet: what is being waited for; and whether the studio is lost. */
export function WaitOverlay({ connection, progress, waits, greeting }: WaitOverlayProps) {
  if (connection.phase === "stopped") {
    return (
      <div class="overlay" role="alert" data-testid="stopped">
        <div class="card glass">
          <p>{connection.reason}</p>
        </div>
      </div>
    );
  }
  const underWay = progress && progress.done < progress.total ? progress : null;
  const label = underWay
    ? `${underWay.label} ${underWay.done}/${underWay.total} …`
    : connection.phase === "open"
      ? greeting
      : "Waiting for the studio …";
  return (
    <>
      {connection.phase === "reconnecting" && (
        <div class="banner glass" role="status" data-testid="banner">
          <span class="pulse" aria-hidden="true" /> reconnecting…
        </div>
      )}
      {waits && (
        <div class="overlay" data-testid="overlay">
          <div class="card glass" role="status">
            <p>{label}</p>
            {underWay ? (
              <progress aria-label={label} value={underWay.done} max={underWay.total} />
            ) : (
              <progress aria-label={label} />
            )}
          </div>
        </div>
      )}
    </>
  );
}
