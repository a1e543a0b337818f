/** What the person at this page does with the figures' stage; not shared with other pages. */
import { Store } from "../shell/store.ts";
import type { Company } from "./company.ts";
import { Errand } from "./errand.ts";
import { TownHand } from "./hand.ts";

export interface TownView {
  /** Everybody is tinted by level of detail. */
  tinted: boolean;
  /** The camera stays with who is chosen. */
  follow: boolean;
  /** One walks through the streets at eye level. */
  walking: boolean;
  /** A click on the ground sends who is chosen there. */
  sending: boolean;
}

export class TownDesk {
  readonly view = new Store<TownView>({
    tinted: false,
    follow: false,
    walking: false,
    sending: false,
  });
  readonly errand: Errand;
  /** Carries people about. */
  readonly hand: TownHand;
  /** The place on the ground that is looked at [m]; the stage knows. */
  spot: () => [number, number] = () => [0, 0];

  constructor(company: Company) {
    this.errand = new Errand(company);
    this.hand = new TownHand(company);
    let { chosenId } = company.state.value;
    company.state.watch((state) => {
      if (state.chosenId === chosenId) return;
      chosenId = state.chosenId;
      this.errand.stop();
      this.view.set(chosenId === null ? { follow: false, sending: false } : { sending: false });
    });
  }
}
