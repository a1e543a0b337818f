import { RecordingPanel } from "../replay/RecordingPanel.tsx";
import { TimeLine } from "../replay/TimeLine.tsx";
import { registerPanel } from "../shell/registry.ts";
import type { StudioState } from "../shell/studio.ts";
import { CompareHud } from "./CompareHud.tsx";
import { FeedHud } from "./FeedHud.tsx";
import { HabitatPanel } from "./HabitatPanel.tsx";
import { MotorsPanel } from "./MotorsPanel.tsx";
import { PilotHud } from "./PilotHud.tsx";
import { PilotPanel } from "./PilotPanel.tsx";
import { ReadoutPanel } from "./ReadoutPanel.tsx";
import { ViewPanel } from "./ViewPanel.tsx";
import { WaterPanel } from "./WaterPanel.tsx";

/** Nothing in a recording can be changed. */
const isLive = ({ hello }: StudioState) => !hello?.recording;
const isRecorded = (state: StudioState) => !isLive(state);

export function registerPanels(): void {
  registerPanel({
    id: "recording",
    title: "Recording",
    when: isRecorded,
    component: RecordingPanel,
  });
  registerPanel({ id: "water", title: "Fishes and water", when: isLive, component: WaterPanel });
  registerPanel({
    id: "habitat",
    title: "Habitat",
    when: (state) => isLive(state) && state.hello?.habitat != null,
    component: HabitatPanel,
  });
  registerPanel({ id: "pilot", title: "Pilot", when: isLive, component: PilotPanel });
  registerPanel({ id: "motors", title: "Motors", when: isLive, component: MotorsPanel });
  registerPanel({ id: "view", title: "View", component: ViewPanel });
  registerPanel({ id: "readout", title: "Readout", component: ReadoutPanel });
  registerPanel({ id: "pilot-hud", title: "Driving", place: "foot", component: PilotHud });
  registerPanel({ id: "feed-hud", title: "Feeding", place: "foot", component: FeedHud });
  registerPanel({ id: "compare-hud", title: "Comparison", place: "foot", component: CompareHud });
  registerPanel({
    id: "time-line",
    title: "Time line",
    place: "foot",
    when: isRecorded,
    component: TimeLine,
  });
}
