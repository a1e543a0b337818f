import { render } from "preact";
import { registerPanels } from "./panels/index.ts";
import { Pilot } from "./pilot/pilot.ts";
import { Player } from "./replay/player.ts";
import { type MotorsSeen, registerStage } from "./shell/registry.ts";
import { Shell } from "./shell/Shell.tsx";
import { Store } from "./shell/store.ts";
import { Studio } from "./shell/studio.ts";
import { Toasts } from "./shell/toasts.ts";
import { oceanStage } from "./stages/ocean/stage.ts";
import "./shell/shell.css";
import "./panels/panels.css";
import "./replay/replay.css";

registerStage(oceanStage);
registerPanels();

const toasts = new Toasts();
const studio = new Studio(toasts);
const around = {
  studio,
  pilot: new Pilot(studio),
  player: new Player(studio),
  view: new Store({ wireframe: false, follow: true, levels: false }),
  motors: new Store<MotorsSeen>({ ofDriven: undefined }),
  moment: new Store({ seconds: 0, apart: 0, swum: 0 }),
  feeding: new Store({ on: false }),
  costs: new Store({ framesPerSecond: 0, pixelRatio: 1, frugal: false }),
};
const root = document.getElementById("app");
if (root) render(<Shell around={around} toasts={toasts} />, root);
studio.state.watch(({ hello }) => {
  const recording = hello?.recording;
  const subject = recording
    ? `${recording.file}, a recording of ${hello.scenario}`
    : hello?.scenario;
  if (subject) document.title = `${subject} – Motorium`;
  if (!hello?.habitat || recording) around.feeding.set({ on: false });
});
studio.connect(window.location);
