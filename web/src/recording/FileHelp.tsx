import { CAMERA_KEYS } from "../cameras/controls.ts";
import { REPLAY_KEYS } from "../replay/keys.ts";
import { KeyList } from "../shell/KeyList.tsx";
import { VIEW_KEYS } from "./keys.ts";

/** What can be done with a recording in a file. */
export function FileHelp() {
  return (
    <>
      <p>
        This file is a recording of fishes that were simulated: 23 masses, 91 springs and 12 muscles
        each. It needs no network, and no Motorium.
      </p>
      <p>
        Drag to look around, scroll or pinch to come closer, drag with the right button to move. A
        click on a fish chooses whom cameras go with.
      </p>
      <div class="key-lists">
        <section>
          <h3>The recording</h3>
          <KeyList keys={REPLAY_KEYS} />
          <h3>The view</h3>
          <KeyList keys={VIEW_KEYS} />
        </section>
        <section>
          <h3>Cameras</h3>
          <KeyList keys={CAMERA_KEYS} />
        </section>
      </div>
    </>
  );
}
