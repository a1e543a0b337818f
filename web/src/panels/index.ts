import { registerPanel } from "../shell/registry.ts";
import { ReadoutPanel } from "./ReadoutPanel.tsx";
import { ViewPanel } from "./ViewPanel.tsx";
import { WaterPanel } from "./WaterPanel.tsx";

export function registerPanels(): void {
  registerPanel({ id: "water", title: "Fishes and water", component: WaterPanel });
  registerPanel({ id: "view", title: "View", component: ViewPanel });
  registerPanel({ id: "readout", title: "Readout", component: ReadoutPanel });
}
