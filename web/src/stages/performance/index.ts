/** The Performance stage, as the shell knows it. */
import { pressPerformanceKey } from "../../performance/keys.ts";
import { PerformanceHelp } from "../../performance/PerformanceHelp.tsx";
import { PerformanceOverlay } from "../../performance/PerformanceOverlay.tsx";
import type { Stage } from "../../shell/registry.ts";
import { PerformanceStage } from "./stage.ts";

export const performanceStage: Stage = {
  id: "performance",
  label: "Performance",
  connect: ({ troupe }) => troupe.connect(window.location),
  title: ({ troupe }) => troupe.state.value.scene?.title ?? null,
  pressKey: (event, { around, stage }) => pressPerformanceKey(event, around.troupe, stage.current),
  overlay: PerformanceOverlay,
  help: PerformanceHelp,
  mount: (host, around) => new PerformanceStage(host, around),
};
