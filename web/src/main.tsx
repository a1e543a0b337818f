import { render } from "preact";
import { registerFiguresPanels } from "./figures/panels.ts";
import { registerPanels } from "./panels/index.ts";
import { registerPerformancePanels } from "./performance/panels.ts";
import { registerPuppetPanels } from "./puppet/panels.ts";
import { registerStage, type Stage } from "./shell/registry.ts";
import { Shell } from "./shell/Shell.tsx";
import { surroundings } from "./shell/surroundings.ts";
import { Toasts } from "./shell/toasts.ts";
import { figuresStage } from "./stages/figures/index.ts";
import { oceanStage } from "./stages/ocean/stage.ts";
import { performanceStage } from "./stages/performance/index.ts";
import { puppetStage } from "./stages/puppet/index.ts";
import { textureStage } from "./stages/texture/index.tsx";
import { registerTexturePanels } from "./texture/panels.tsx";
import { WireClient } from "./wire/client.ts";
import "./shell/shell.css";
import "./panels/panels.css";
import "./boat/boat.css";
import "./behaviour/behaviour.css";
import "./cameras/cameras.css";
import "./hands/hands.css";
import "./overlays/overlays.css";
import "./eyes/eyes.css";
import "./making/making.css";
import "./reasons/reasons.css";
import "./replay/replay.css";
import "./puppet/puppet.css";
import "./figures/figures.css";
import "./performance/performance.css";
import "./texture/texture.css";
import "./welcome/welcome.css";
import "./time/time.css";

const toasts = new Toasts();
const around = surroundings(toasts, (listener) => new WireClient(listener), window.location.search);

const stages: Record<string, Stage> = {
  ocean: oceanStage,
  puppet: puppetStage,
  figures: figuresStage,
  performance: performanceStage,
  texture: textureStage,
};
for (const name of await offeredStages()) {
  const stage = stages[name];
  if (stage) registerStage(stage);
}
registerPanels();
registerPuppetPanels();
registerFiguresPanels();
registerPerformancePanels();
registerTexturePanels();
const root = document.getElementById("app");
if (root) render(<Shell around={around} toasts={toasts} />, root);

/** Which stages the studio has, the one to begin with first. */
async function offeredStages(): Promise<readonly string[]> {
  try {
    const answer = await fetch(new URL("stages", window.location.href));
    const { stages } = await answer.json();
    if (Array.isArray(stages) && stages.length > 0) return stages;
  } catch {}
  return ["ocean"];
}
