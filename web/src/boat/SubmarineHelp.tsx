import { KeyList } from "../shell/KeyList.tsx";
import { CONTROLLER_KEYS } from "../vr/controllers.ts";
import { BOAT_KEYS } from "./controls.ts";
import { PAD_KEYS } from "./gamepad.ts";

/** What the help dialog says while one is aboard: only what one needs there. */
export function SubmarineHelp() {
  return (
    <>
      <p>
        You steer a submarine. Push the lever ahead with <kbd>W</kbd>, then turn with <kbd>A</kbd>{" "}
        and <kbd>D</kbd>, or drag the picture where you want to go.
      </p>
      <div class="key-lists">
        <section>
          <h3>Keys and mouse</h3>
          <KeyList keys={BOAT_KEYS} />
        </section>
        <section>
          <h3>Gamepad</h3>
          <KeyList keys={PAD_KEYS} />
          <p class="note">Plug it in when you like, then press any of its buttons.</p>
          <h3>In a headset</h3>
          <KeyList keys={CONTROLLER_KEYS} />
          <h3>On a touch screen</h3>
          <p class="note">Drag the stick to turn and pitch; hold the buttons beside it.</p>
        </section>
      </div>
    </>
  );
}
