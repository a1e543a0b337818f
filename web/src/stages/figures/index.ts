/** The figures' stage, as the shell knows it. */
import { FiguresHelp } from "../../figures/FiguresHelp.tsx";
import { FiguresOverlay } from "../../figures/FiguresOverlay.tsx";
import { pressFiguresKey } from "../../figures/keys.ts";
import type { Stage } from "../../shell/registry.ts";
import { FigureStage } from "./stage.ts";

export const figuresStage: Stage = {
  id: "figures",
  label: "Figures",
  connect: ({ company }) => company.connect(window.location),
  title: ({ company }) => company.state.value.town?.document.town.title ?? null,
  pressKey: (event, { around, stage }) =>
    pressFiguresKey(event, around, stage.current instanceof FigureStage ? stage.current : null),
  overlay: FiguresOverlay,
  help: FiguresHelp,
  mount: (host, around) => new FigureStage(host, around),
};
