import { render } from "preact";
import { Boat } from "./boat/boat.ts";
import { Cameras } from "./cameras/cameras.ts";
import { Gaze } from "./eyes/gaze.ts";
import { Company } from "./figures/company.ts";
import { TownDesk } from "./figures/desk.ts";
import { registerFiguresPanels } from "./figures/panels.ts";
import { Hand } from "./hands/hand.ts";
import { Arranger } from "./making/arranger.ts";
import { Overlays } from "./overlays/overlays.ts";
import { registerPanels } from "./panels/index.ts";
import { channelInAddress } from "./panorama/channel.ts";
import { Panorama } from "./panorama/panorama.ts";
import { registerPerformancePanels } from "./performance/panels.ts";
import { Troupe } from "./performance/troupe.ts";
import { Pilot } from "./pilot/pilot.ts";
import { registerPuppetPanels } from "./puppet/panels.ts";
import { Theatre } from "./puppet/theatre.ts";
import { Curiosity } from "./reasons/curiosity.ts";
import { Player } from "./replay/player.ts";
import {
  type Feeding,
  type FilmChoice,
  type MotorsSeen,
  type PageCosts,
  registerStage,
  type Stage,
  type Surroundings,
  type ViewChoices,
} from "./shell/registry.ts";
import { Shell } from "./shell/Shell.tsx";
import { Store } from "./shell/store.ts";
import { Studio } from "./shell/studio.ts";
import { Toasts } from "./shell/toasts.ts";
import { figuresStage } from "./stages/figures/index.ts";
import { oceanStage } from "./stages/ocean/stage.ts";
import { performanceStage } from "./stages/performance/index.ts";
import { puppetStage } from "./stages/puppet/index.ts";
import { textureStage } from "./stages/texture/index.tsx";
import { Stereo, stereoInAddress } from "./stereo/stereo.ts";
import { FishMaker } from "./texture/maker.ts";
import { registerTexturePanels } from "./texture/panels.tsx";
import { Filming } from "./time/filming.ts";
import { noLens } from "./time/lens.ts";
import { Headset } from "./vr/headset.ts";
import "./shell/shell.css";
import "./panels/panels.css";
import "./boat/boat.css";
import "./behaviour/behaviour.css";
import "./cameras/cameras.css";
import "./hands/hands.css";
import "./overlays/overlays.css";
import "./eyes/eyes.css";
import "./making/making.css";
import "./reasons/reasons.css";
import "./replay/replay.css";
import "./puppet/puppet.css";
import "./figures/figures.css";
import "./performance/performance.css";
import "./texture/texture.css";
import "./welcome/welcome.css";
import "./time/time.css";

const toasts = new Toasts();
const studio = new Studio(toasts);
const asked = stereoInAddress(window.location.search);
const wanted = channelInAddress(window.location.search);
for (const { problem } of [asked, wanted]) if (problem) toasts.show("refusal", problem);
const pilot = new Pilot(studio);
const company = new Company(toasts);
const boat = new Boat(studio, pilot);
const curiosity = new Curiosity(studio);
const film = new Store<FilmChoice>({ playing: false, over: false });
const view = new Store<ViewChoices>({
  wireframe: false,
  follow: true,
  levels: false,
  followBoat: false,
});
const cameras = new Cameras({ studio, pilot, boat, curiosity, film, view, toasts });
const around: Surroundings = {
  studio,
  pilot,
  boat,
  cameras,
  film,
  angling: { place: () => [0, 0] },
  lens: noLens(),
  filming: new Filming(),
  curiosity,
  overlays: new Overlays(studio, { curiosity, pilot, aim: () => cameras.aim() }),
  panorama: new Panorama(studio, wanted.channel),
  headset: new Headset(),
  stereo: new Stereo(asked.choice),
  gaze: new Gaze(studio, curiosity, () => cameras.aim()),
  player: new Player(studio),
  view,
  motors: new Store<MotorsSeen>({ ofDriven: undefined }),
  moment: new Store({ seconds: 0, apart: 0, swum: 0 }),
  feeding: new Store<Feeding>({ on: false }),
  hand: new Hand(studio),
  arranger: new Arranger(studio),
  costs: new Store<PageCosts>({ framesPerSecond: 0, pixelRatio: 1, frugal: false }),
  theatre: new Theatre(toasts),
  company,
  desk: new TownDesk(company),
  troupe: new Troupe(toasts),
  maker: new FishMaker(toasts),
};
studio.state.watch(({ hello }) => {
  if (!hello?.habitat || hello.recording) around.feeding.set({ on: false });
});
// One tool at a time: each means something else by a drag.
around.arranger.state.watch(({ on }) => {
  if (!on) return;
  around.feeding.set({ on: false });
  around.hand.toggle(false);
});
around.feeding.watch(({ on }) => on && around.arranger.stop());
around.hand.state.watch(({ on }) => on && around.arranger.stop());

const stages: Record<string, Stage> = {
  ocean: oceanStage,
  puppet: puppetStage,
  figures: figuresStage,
  performance: performanceStage,
  texture: textureStage,
};
for (const name of await offeredStages()) {
  const stage = stages[name];
  if (stage) registerStage(stage);
}
registerPanels();
registerPuppetPanels();
registerFiguresPanels();
registerPerformancePanels();
registerTexturePanels();
const root = document.getElementById("app");
if (root) render(<Shell around={around} toasts={toasts} />, root);

/** Which stages the studio has, the one to begin with first. */
async function offeredStages(): Promise<readonly string[]> {
  try {
    const answer = await fetch(new URL("stages", window.location.href));
    const { stages } = await answer.json();
    if (Array.isArray(stages) && stages.length > 0) return stages;
  } catch {}
  return ["ocean"];
}
