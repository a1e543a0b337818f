import { BehaviourPanel } from "../behaviour/BehaviourPanel.tsx";
import { BoatPanel } from "../boat/BoatPanel.tsx";
import { BridgeHud } from "../boat/BridgeHud.tsx";
import { CameraHud } from "../cameras/CameraHud.tsx";
import { EyesHud } from "../eyes/EyesHud.tsx";
import { HandHud } from "../hands/HandHud.tsx";
import { ArrangeHud } from "../making/ArrangeHud.tsx";
import { WorldPanel } from "../making/WorldPanel.tsx";
import { OverlaysPanel } from "../overlays/OverlaysPanel.tsx";
import { PhysicsPanel } from "../physics/PhysicsPanel.tsx";
import { ReasonsPanel } from "../reasons/ReasonsPanel.tsx";
import { RecordingPanel } from "../replay/RecordingPanel.tsx";
import { TimeLine } from "../replay/TimeLine.tsx";
import { type Panel, registerPanel } from "../shell/registry.ts";
import type { StudioState } from "../shell/studio.ts";
import { PicturesPanel } from "../time/PicturesPanel.tsx";
import { ShelfPanel } from "../time/ShelfPanel.tsx";
import { TimePanel } from "../time/TimePanel.tsx";
import { Dock } from "../welcome/Dock.tsx";
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
  const register = (panel: Panel) => registerPanel({ ...panel, stages: ["ocean"] });
  register({
    id: "recording",
    title: "Recording",
    when: isRecorded,
    component: RecordingPanel,
  });
  register({ id: "time", title: "Time", when: isLive, component: TimePanel });
  register({
    id: "shelf",
    title: "Recordings",
    folded: true,
    when: ({ shelf }) => shelf !== null,
    component: ShelfPanel,
  });
  register({
    id: "pictures",
    title: "Pictures and films",
    folded: true,
    component: PicturesPanel,
  });
  register({
    id: "world",
    title: "World",
    when: ({ hello }) => (hello?.kinds.length ?? 0) > 0,
    component: WorldPanel,
  });
  register({ id: "water", title: "Fishes", when: isLive, component: WaterPanel });
  register({
    id: "habitat",
    title: "Habitat",
    folded: true,
    when: (state) => isLive(state) && state.hello?.habitat != null,
    component: HabitatPanel,
  });
  register({
    id: "boat",
    title: "Submarine",
    folded: true,
    when: ({ hello }) => hello?.submarine != null,
    component: BoatPanel,
  });
  register({ id: "pilot", title: "Pilot", folded: true, when: isLive, component: PilotPanel });
  register({ id: "motors", title: "Motors", folded: true, when: isLive, component: MotorsPanel });
  register({ id: "behaviour", title: "Behaviour", folded: true, component: BehaviourPanel });
  register({
    id: "physics",
    title: "Physics",
    folded: true,
    when: isLive,
    component: PhysicsPanel,
  });
  register({ id: "view", title: "View", component: ViewPanel });
  register({ id: "overlays", title: "Overlays", folded: true, component: OverlaysPanel });
  register({ id: "readout", title: "Readout", folded: true, component: ReadoutPanel });
  register({ id: "eyes-hud", title: "Eyes", place: "foot", component: EyesHud });
  register({ id: "camera-hud", title: "Camera", place: "foot", component: CameraHud });
  register({ id: "reasons", title: "Reasons", place: "foot", component: ReasonsPanel });
  register({ id: "pilot-hud", title: "Driving", place: "foot", component: PilotHud });
  register({ id: "bridge", title: "Bridge", place: "foot", component: BridgeHud });
  register({ id: "feed-hud", title: "Feeding", place: "foot", component: FeedHud });
  register({ id: "hand-hud", title: "Hand", place: "foot", when: isLive, component: HandHud });
  register({ id: "arrange-hud", title: "Arranging", place: "foot", component: ArrangeHud });
  register({ id: "compare-hud", title: "Comparison", place: "foot", component: CompareHud });
  register({ id: "dock", title: "What you can do", place: "foot", component: Dock });
  register({
    id: "time-line",
    title: "Time line",
    place: "foot",
    when: isRecorded,
    component: TimeLine,
  });
}
