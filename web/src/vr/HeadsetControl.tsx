import type { Surroundings } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";

/** The way into the world, or a sentence that says what is missing. */
export function HeadsetControl({ around: { headset } }: { around: Surroundings }) {
  const { ready, sentence, inside } = useStore(headset.state);
  return (
    <>
      {ready && (
        <button
          type="button"
          class="button"
          data-testid="enter-vr"
          disabled={inside}
          title="See the world around you with a headset; its controllers steer the submarine"
          onClick={() => headset.enter()}
        >
          {inside ? "In the headset" : "Enter VR"}
        </button>
      )}
      {sentence && (
        <p class="note" data-testid="vr-note">
          {sentence}
        </p>
      )}
    </>
  );
}
