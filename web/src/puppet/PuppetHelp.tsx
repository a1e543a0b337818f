import { KeyList } from "../shell/KeyList.tsx";
import { DRAWING_KEYS, PUPPET_KEYS } from "./keys.ts";

export function PuppetHelp() {
  return (
    <>
      <p>
        A puppet is points with masses, rods that keep their length and joints that bend only so
        far. Take any of it by the hand, throw it, catch it: nobody has drawn how it moves.
      </p>
      <p>
        Drag the puppet with the mouse or with several fingers; press a point twice to pin it. Drag
        beside it to move the view, scroll or pinch to come closer. Drop a file on the stage to load
        it.
      </p>
      <div class="key-lists">
        <section>
          <h3>At play</h3>
          <KeyList keys={PUPPET_KEYS} />
        </section>
        <section>
          <h3>While you draw</h3>
          <KeyList keys={DRAWING_KEYS} />
        </section>
      </div>
    </>
  );
}
