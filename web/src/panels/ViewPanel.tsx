import { CameraChoice } from "../cameras/CameraChoice.tsx";
import { PanoramaControl } from "../panorama/PanoramaControl.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { StereoChoice } from "../stereo/StereoChoice.tsx";
import { HeadsetControl } from "../vr/HeadsetControl.tsx";
import { Switch } from "./Switch.tsx";

export function ViewPanel({ around, resetView }: PanelProps) {
  const { view, film, studio, gaze } = around;
  const { wireframe, follow } = useStore(view);
  const { on: eyes } = useStore(gaze.state);
  const { playing } = useStore(film);
  const { hello } = useStore(studio.state);
  return (
    <>
      <CameraChoice around={around} />
      <Switch
        name="wireframe"
        label="Wire frame"
        help="Shows what is simulated: 23 nodes, 91 springs, the 12 muscles in orange (W)."
        on={wireframe}
        onChange={(on) => view.set({ wireframe: on })}
      />
      <Switch
        name="follow"
        label="Follow the school"
        help="Keeps the camera with the centre of all fishes (L)."
        on={follow}
        onChange={(on) => view.set({ follow: on })}
      />
      <Switch
        name="eyes-shown"
        label="What a fish sees"
        help="What the chosen fish sees: colours, who is who, how far (E)."
        on={eyes}
        onChange={(on) => gaze.toggle(on)}
      />
      <StereoChoice around={around} />
      <HeadsetControl around={around} />
      <PanoramaControl around={around} />
      {hello && hello.camera.length > 0 && (
        <button
          type="button"
          class="button"
          data-testid="film"
          aria-pressed={playing}
          title="Let the camera go as the scenario says, until you take it"
          onClick={(event) => {
            event.currentTarget.blur();
            view.set({ followBoat: false });
            film.set({ playing: !playing });
          }}
        >
          Film
        </button>
      )}
      <button
        type="button"
        class="button"
        data-testid="reset-view"
        title="Back to the first view (V, or a double click)"
        onClick={resetView}
      >
        Reset view
      </button>
    </>
  );
}
