import { registerPanel } from "../shell/registry.ts";
import { DoublePanel } from "./DoublePanel.tsx";
import { PerformerPanel } from "./PerformerPanel.tsx";
import { PullHud } from "./PullHud.tsx";
import { ScenePanel } from "./ScenePanel.tsx";
import { TossHint } from "./TossHint.tsx";
import { TransportBar } from "./TransportBar.tsx";
import { ViewPanel } from "./ViewPanel.tsx";

const stages = ["performance"];

export function registerPerformancePanels(): void {
  registerPanel({ id: "scene", title: "Scene", stages, component: ScenePanel });
  registerPanel({ id: "double", title: "Double", stages, component: DoublePanel });
  registerPanel({ id: "performer", title: "Performer", stages, component: PerformerPanel });
  registerPanel({ id: "performance-view", title: "View", stages, component: ViewPanel });
  registerPanel({
    id: "toss-hint",
    title: "Toss",
    stages,
    place: "foot",
    component: TossHint,
  });
  registerPanel({ id: "pull-hud", title: "Hand", stages, place: "foot", component: PullHud });
  registerPanel({
    id: "performance-transport",
    title: "Play",
    stages,
    place: "foot",
    component: TransportBar,
  });
}
