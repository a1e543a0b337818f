import { registerPanel } from "../shell/registry.ts";
import { CarryHud } from "./CarryHud.tsx";
import { ChosenPanel } from "./ChosenPanel.tsx";
import { DetailPanel } from "./DetailPanel.tsx";
import { NetworkPanel } from "./NetworkPanel.tsx";
import { ReadoutPanel } from "./ReadoutPanel.tsx";
import { TownPanel } from "./TownPanel.tsx";

const stages = ["figures"];

export function registerFiguresPanels(): void {
  registerPanel({ id: "chosen", title: "Chosen", stages, component: ChosenPanel });
  registerPanel({ id: "town", title: "Town", stages, component: TownPanel });
  registerPanel({ id: "detail", title: "Detail", stages, component: DetailPanel });
  registerPanel({ id: "network", title: "Network", stages, component: NetworkPanel });
  registerPanel({ id: "carry-hud", title: "Hand", stages, place: "foot", component: CarryHud });
  registerPanel({ id: "figures-readout", title: "Readout", stages, component: ReadoutPanel });
}
