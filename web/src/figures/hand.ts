/** This page's hand in the town: whom it takes comes along, and is put down where it opens. */
import { type Place, Reach } from "../hands/reach.ts";
import type { Company } from "./company.ts";

/** Who is held is lifted at least so far: one sees that he is [m]. */
const LIFT = 0.3;

export class TownHand extends Reach<number> {
  constructor(company: Company) {
    /** From where he stands to where he was taken [m]. */
    let aside: Place = [0, 0, 0];
    const carry = (id: number, [x, y, z]: Place) => {
      const high = Math.max(LIFT, z - aside[2]);
      company.send({ type: "carry", id, place: [x - aside[0], y - aside[1], high] });
    };
    super({
      take: (id, place) => {
        const at = company.crowd.whereabouts(id);
        aside = [place[0] - (at?.x ?? place[0]), place[1] - (at?.y ?? place[1]), place[2]];
        carry(id, place);
      },
      move: carry,
      letGo: () => company.send({ type: "put_down" }),
    });
    company.state.watch(({ connection, residents }) => {
      const { held } = this.state.value;
      if (held === null) return;
      if (connection.phase !== "open" || !residents.some(({ id }) => id === held)) this.forget();
    });
  }
}
