import { KeyList } from "../shell/KeyList.tsx";
import { CHOSEN_KEYS, TOWN_KEYS } from "./keys.ts";

export function FiguresHelp() {
  return (
    <>
      <p>
        Everybody here plays recorded movements: a graph of postures says which movement leads from
        one to the next, and the shortest way in time is taken. Who is near is drawn with 69
        segments, sixty times a second; who is far with 12, fifteen times.
      </p>
      <p>
        Drag to look around, scroll or pinch to come closer, drag with the right button to move.
        Click somebody to see what he does and why, and to tell him what to do.
      </p>
      <div class="key-lists">
        <section>
          <h3>In the town</h3>
          <KeyList keys={TOWN_KEYS} />
        </section>
        <section>
          <h3>Somebody of your choice</h3>
          <KeyList keys={CHOSEN_KEYS} />
        </section>
      </div>
    </>
  );
}
