import { render } from "preact";
import { registerPanels } from "./panels/index.ts";
import { Pilot } from "./pilot/pilot.ts";
import { type MotorsSeen, registerStage } from "./shell/registry.ts";
import { Shell } from "./shell/Shell.tsx";
import { Store } from "./shell/store.ts";
import { Studio } from "./shell/studio.ts";
import { Toasts } from "./shell/toasts.ts";
import { oceanStage } from "./stages/ocean/stage.ts";
import "./shell/shell.css";
import "./panels/panels.css";

registerStage(oceanStage);
registerPanels();

const toasts = new Toasts();
const studio = new Studio(toasts);
const around = {
  studio,
  pilot: new Pilot(studio),
  view: new Store({ wireframe: false, follow: true, levels: false }),
  motors: new Store<MotorsSeen>({ ofDriven: undefined }),
  moment: new Store({ seconds: 0, apart: 0, swum: 0 }),
  feeding: new Store({ on: false }),
  costs: new Store({ framesPerSecond: 0, pixelRatio: 1, frugal: false }),
};
const root = document.getElementById("app");
if (root) render(<Shell around={around} toasts={toasts} />, root);
studio.state.watch(({ hello }) => {
  if (hello) document.title = `${hello.scenario} – Motorium`;
  if (!hello?.habitat) around.feeding.set({ on: false });
});
studio.connect(window.location);
