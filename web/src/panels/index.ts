import { registerPanel } from "../shell/registry.ts";
import { CompareHud } from "./CompareHud.tsx";
import { FeedHud } from "./FeedHud.tsx";
import { HabitatPanel } from "./HabitatPanel.tsx";
import { MotorsPanel } from "./MotorsPanel.tsx";
import { PilotHud } from "./PilotHud.tsx";
import { PilotPanel } from "./PilotPanel.tsx";
import { ReadoutPanel } from "./ReadoutPanel.tsx";
import { ViewPanel } from "./ViewPanel.tsx";
import { WaterPanel } from "./WaterPanel.tsx";

export function registerPanels(): void {
  registerPanel({ id: "water", title: "Fishes and water", component: WaterPanel });
  registerPanel({
    id: "habitat",
    title: "Habitat",
    when: ({ hello }) => hello?.habitat != null,
    component: HabitatPanel,
  });
  registerPanel({ id: "pilot", title: "Pilot", component: PilotPanel });
  registerPanel({ id: "motors", title: "Motors", component: MotorsPanel });
  registerPanel({ id: "view", title: "View", component: ViewPanel });
  registerPanel({ id: "readout", title: "Readout", component: ReadoutPanel });
  registerPanel({ id: "pilot-hud", title: "Driving", place: "foot", component: PilotHud });
  registerPanel({ id: "feed-hud", title: "Feeding", place: "foot", component: FeedHud });
  registerPanel({ id: "compare-hud", title: "Comparison", place: "foot", component: CompareHud });
}
