import { useStore } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";

/** While a recording is watched behind which a world waits. */
export function BackToWorld({ studio, name }: { studio: Studio; name: string }) {
  const { hello, connection } = useStore(studio.state);
  if (!hello?.recording?.leavable) return null;
  return (
    <button
      type="button"
      class="button back-to-world"
      data-testid={name}
      disabled={connection.phase !== "open"}
      title="The living world goes on as it was left (Esc)"
      onClick={(event) => {
        event.currentTarget.blur();
        studio.send({ type: "watch", name: null });
      }}
    >
      Back to the living world<kbd>Esc</kbd>
    </button>
  );
}
