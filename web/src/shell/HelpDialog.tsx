import type { ComponentType } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { PAD_KEYS } from "../boat/gamepad.ts";
import { REPLAY_KEYS } from "../replay/keys.ts";
import { KeyList } from "./KeyList.tsx";
import { ARRANGING_KEYS, BRIDGE_KEYS, CAMERA_KEYS, DRIVING_KEYS, KEYS } from "./keys.ts";

export function HelpDialog(props: {
  open: boolean;
  /** Of the stage; without, of the ocean. */
  content?: ComponentType | undefined;
  onClose: () => void;
}) {
  const { open, content: Content = OceanHelp, onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (open) {
      dialog.current?.showModal();
      // Its only button, which takes the focus, is at the end.
      dialog.current?.scrollTo(0, 0);
    } else dialog.current?.close();
  }, [open]);
  return (
    <dialog ref={dialog} class="help glass" aria-labelledby="help-title" onClose={onClose}>
      <h2 id="help-title">Motorium</h2>
      <Content />
      <form method="dialog">
        <button type="submit" class="button">
          Close
        </button>
      </form>
    </dialog>
  );
}

function OceanHelp() {
  return (
    <>
      <p>
        Nobody has drawn these movements. Each fish is 23 masses, 91 springs and 12 muscles; the
        muscles bend the body, the body pushes water, and the water pushes back.
      </p>
      <p>
        Drag to look around, scroll or pinch to come closer, drag with the right button to move.
      </p>
      <div class="key-lists">
        <section>
          <h3>Everywhere</h3>
          <KeyList keys={KEYS} />
          <h3>Cameras</h3>
          <KeyList keys={CAMERA_KEYS} />
        </section>
        <section>
          <h3>While you drive a fish</h3>
          <KeyList keys={DRIVING_KEYS} />
          <h3>Aboard the submarine</h3>
          <KeyList keys={BRIDGE_KEYS} />
          <h3>With a gamepad, aboard</h3>
          <KeyList keys={PAD_KEYS} />
          <h3>While you arrange stones and plants</h3>
          <KeyList keys={ARRANGING_KEYS} />
          <h3>In a recording</h3>
          <KeyList keys={REPLAY_KEYS} />
        </section>
      </div>
    </>
  );
}
