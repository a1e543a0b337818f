import { KeyList } from "../shell/KeyList.tsx";
import { TEXTURE_KEYS } from "./keys.ts";

export function TextureHelp() {
  return (
    <>
      <p>
        A mesh of contours floats over a photograph. Its border is drawn to the edges in it, its
        inside relaxes, and what it holds is the skin of a fish that swims with muscles of its own.
      </p>
      <p>
        Open a photograph, or drop it on the stage. Drag the border near the outline; drag within it
        to move all of the mesh. Press a node twice to pin it where the outline is hard to see. Then
        relax, and pull at the border meanwhile if it goes astray. Give the fish a name, and it is a
        species.
      </p>
      <h3>Keys</h3>
      <KeyList keys={TEXTURE_KEYS} />
    </>
  );
}
