/** All that stages and panels are given, around whatever shows this page its world. */
import { Boat } from "../boat/boat.ts";
import { Cameras } from "../cameras/cameras.ts";
import { Gaze } from "../eyes/gaze.ts";
import { Company } from "../figures/company.ts";
import { TownDesk } from "../figures/desk.ts";
import { Hand } from "../hands/hand.ts";
import { Arranger } from "../making/arranger.ts";
import { Overlays } from "../overlays/overlays.ts";
import { channelInAddress } from "../panorama/channel.ts";
import { Panorama } from "../panorama/panorama.ts";
import { Troupe } from "../performance/troupe.ts";
import { Pilot } from "../pilot/pilot.ts";
import { Theatre } from "../puppet/theatre.ts";
import { Curiosity } from "../reasons/curiosity.ts";
import { Player } from "../replay/player.ts";
import { Stereo, stereoInAddress } from "../stereo/stereo.ts";
import { FishMaker } from "../texture/maker.ts";
import { Filming } from "../time/filming.ts";
import { noLens } from "../time/lens.ts";
import { Headset } from "../vr/headset.ts";
import type { Wire, WireListener } from "../wire/wire.ts";
import type {
  Feeding,
  FilmChoice,
  MotorsSeen,
  PageCosts,
  Surroundings,
  ViewChoices,
} from "./registry.ts";
import { Store } from "./store.ts";
import { Studio } from "./studio.ts";
import type { Toasts } from "./toasts.ts";

/** address: what the page is asked for behind the `?`. */
export function surroundings(
  toasts: Toasts,
  open: (listener: WireListener) => Wire,
  address = "",
): Surroundings {
  const asked = stereoInAddress(address);
  const wanted = channelInAddress(address);
  for (const { problem } of [asked, wanted]) if (problem) toasts.show("refusal", problem);
  const studio = new Studio(toasts, open);
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
  return around;
}
