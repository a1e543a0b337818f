import { registerPanel } from "../shell/registry.ts";
import { CompareHud } from "./CompareHud.tsx";
import { MotorsPanel } from "./MotorsPanel.tsx";
import { PilotHud } from "./PilotHud.tsx";
import { PilotPanel } from "./PilotPanel.tsx";
import { ReadoutPanel } from "./ReadoutPanel.tsx";
import { ViewPanel } from "./ViewPanel.tsx";
import { WaterPanel } from "./WaterPanel.tsx";

export function registerPanels(): void {
  registerPanel({ id: "water", title: "Fishes and water", component: WaterPanel });
  registerPanel({ id: "pilot", title: "Pilot", component: PilotPanel });
  registerPanel({ id: "motors", title: "Motors", component: MotorsPanel });
  registerPanel({ id: "view", title: "View", component: ViewPanel });
  registerPanel({ id: "readout", title: "Readout", component: ReadoutPanel });
  registerPanel({ id: "pilot-hud", title: "Driving", place: "foot", component: PilotHud });
  registerPanel({ id: "compare-hud", title: "Comparison", place: "foot", component: CompareHud });
}
