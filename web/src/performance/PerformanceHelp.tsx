import { KeyList } from "../shell/KeyList.tsx";
import { DOUBLE_KEYS, STAGE_KEYS } from "./keys.ts";

export function PerformanceHelp() {
  return (
    <>
      <p>
        A performer’s double: fifteen parts with mass in a physical world. Forces pull it after the
        performer as long as it stands well; when it is hit, physics takes over, and when it has
        fallen, it gets up and finds back. Green is in balance, red is not. The blue ghost is where
        the performer is. The outline on the floor is where he stands: red as soon as his centre of
        mass is not above it, as with every step.
      </p>
      <p>
        Drag him by whatever part you like to pull him out of balance, and let go. Drag beside him
        to look around, scroll or pinch to come closer, drag with the right button to move. Click to
        toss a ball of 10 kg, or of 60 kg. Drop a .bvh file to let somebody real perform, or a .toml
        file to play in a scene of your own.
      </p>
      <div class="key-lists">
        <section>
          <h3>On the stage</h3>
          <KeyList keys={STAGE_KEYS} />
        </section>
        <section>
          <h3>With the double</h3>
          <KeyList keys={DOUBLE_KEYS} />
        </section>
      </div>
    </>
  );
}
