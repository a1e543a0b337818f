import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { CAMERA_KINDS, type CameraKind } from "./controls.ts";

const CHOICES: Record<CameraKind, readonly [label: string, help: string]> = {
  orbit: ["Orbit", "Circles around the school, or around the fish that you clicked on."],
  free: ["Free", "Fly with the arrow keys, or with the buttons at the foot of the page."],
  chase: ["Chase", "Stays behind the fish that you clicked on, or the one in the middle."],
  ride: [
    "Ride",
    "Looks out of the eyes of the fish that you clicked on, or of the one in the middle.",
  ],
};

/** Which camera one looks through. */
export function CameraChoice({ around: { cameras } }: Pick<PanelProps, "around">) {
  const { kind, guest } = useStore(cameras.state);
  return (
    <fieldset
      class="choices four"
      disabled={guest === "submarine" || guest === "comparison"}
      data-testid="cameras"
    >
      <legend>
        Camera <kbd>N</kbd>
      </legend>
      {CAMERA_KINDS.map((one) => (
        <label key={one} title={`${CHOICES[one][1]} (N: the next one)`}>
          <input
            type="radio"
            name="camera"
            data-testid={`camera-${one}`}
            checked={kind === one}
            aria-description={CHOICES[one][1]}
            // After a click keys belong to the stage again; who came by keys stays.
            onClick={(event) => event.detail > 0 && event.currentTarget.blur()}
            onChange={(event) => {
              if (!cameras.choose(one)) event.currentTarget.checked = kind === one;
            }}
          />
          <span>{CHOICES[one][0]}</span>
        </label>
      ))}
    </fieldset>
  );
}
