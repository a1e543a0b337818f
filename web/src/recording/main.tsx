/** The page of a recording that is a file of its own: no studio, no network, nothing to change. */
import { render } from "preact";
import { CameraHud } from "../cameras/CameraHud.tsx";
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
import "../replay/replay.css";
import "../time/time.css";

const toasts = new Toasts();
const around = surroundings(toasts, (listener) => new Projector(listener, () => reelOf(document)));
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
registerPanel({ id: "time-line", title: "Time line", place: "foot", component: TimeLine });
const root = document.getElementById("app");
if (root) render(<Shell around={around} toasts={toasts} />, root);
