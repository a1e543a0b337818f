import { registerPanel } from "../shell/registry.ts";
import { DrawingTools } from "./DrawingTools.tsx";
import { GalleryPanel } from "./GalleryPanel.tsx";
import { InspectorPanel } from "./InspectorPanel.tsx";
import { PlayHint } from "./PlayHint.tsx";
import { ReadoutPanel } from "./ReadoutPanel.tsx";
import { StagePanel } from "./StagePanel.tsx";
import { TransportBar } from "./TransportBar.tsx";
import { ViewPanel } from "./ViewPanel.tsx";

const stages = ["puppet"];

export function registerPuppetPanels(): void {
  registerPanel({
    id: "inspector",
    title: "Chosen",
    stages,
    when: (_, { mode }) => mode === "draw",
    component: InspectorPanel,
  });
  registerPanel({ id: "gallery", title: "Puppets", stages, component: GalleryPanel });
  registerPanel({
    id: "puppet-stage",
    title: "Stage",
    stages,
    component: StagePanel,
  });
  registerPanel({ id: "puppet-view", title: "View", stages, component: ViewPanel });
  registerPanel({ id: "puppet-readout", title: "Readout", stages, component: ReadoutPanel });
  registerPanel({
    id: "drawing-tools",
    title: "Tools",
    stages,
    place: "foot",
    when: (_, { mode }) => mode === "draw",
    component: DrawingTools,
  });
  registerPanel({
    id: "play-hint",
    title: "Play",
    stages,
    place: "foot",
    when: (_, { mode }) => mode === "play",
    component: PlayHint,
  });
  registerPanel({
    id: "transport",
    title: "Play",
    stages,
    place: "foot",
    component: TransportBar,
  });
}
