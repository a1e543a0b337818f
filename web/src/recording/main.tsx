/** The page of a recording that is a file of its own: no studio, no network, nothing to change. */
import { render } from "preact";
import { CameraHud } from "../cameras/CameraHud.tsx";
import { EyesHud } from "../eyes/EyesHud.tsx";
import { ViewPanel } from "../panels/ViewPanel.tsx";
import { RecordingPanel } from "../replay/RecordingPanel.tsx";
import { TimeLine } from "../replay/TimeLine.tsx";
import { registerPanel, registerStage } from "../shell/registry.ts";
import { Shell } from "../shell/Shell.tsx";
import { surroundings } from "../shell/surroundings.ts";
import { Toasts } from "../shell/toasts.ts";
import { oceanStage } from "../stages/ocean/stage.ts";
import { PicturesPanel } from "../time/PicturesPanel.tsx";
import { FileHelp } from "./FileHelp.tsx";
import { FileOverlay } from "./FileOverlay.tsx";
import { reelOf } from "./file.ts";
import { pressFileKey } from "./keys.ts";
import { Projector } from "./projector.ts";
import "../shell/shell.css";
import "../panels/panels.css";
import "../cameras/cameras.css";
import "../eyes/eyes.css";
import "../replay/replay.css";
import "../time/time.css";

const toasts = new Toasts();
// Windows of a panorama find each other in a studio.
const address = new URLSearchParams(window.location.search);
for (const name of ["channel", "angle", "field"]) address.delete(name);
const around = surroundings(
  toasts,
  (listener) => new Projector(listener, () => reelOf(document)),
  `?${address}`,
);
registerStage({
  ...oceanStage,
  pressKey: pressFileKey,
  help: FileHelp,
  overlay: FileOverlay,
});
registerPanel({ id: "recording", title: "Recording", component: RecordingPanel });
registerPanel({ id: "view", title: "View", component: ViewPanel });
registerPanel({
  id: "pictures",
  title: "Pictures and films",
  folded: true,
  component: PicturesPanel,
});
registerPanel({ id: "camera-hud", title: "Camera", place: "foot", component: CameraHud });
registerPanel({ id: "eyes-hud", title: "Eyes", place: "foot", component: EyesHud });
registerPanel({ id: "time-line", title: "Time line", place: "foot", component: TimeLine });
const root = document.getElementById("app");
if (root) render(<Shell around={around} toasts={toasts} />, root);
