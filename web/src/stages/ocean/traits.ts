import type { Hello, Roster } from "../../wire/messages.ts";
import type { FishTraits } from "./fish/pose.ts";

const MOST_SEED = 65535;
/** For a species that the studio did not introduce [m]. */
const USUAL_LENGTH = 0.2;

export function fishTraits(roster: Roster, hello: Hello): FishTraits {
  return {
    lengths: roster.species.map(
      (species, fish) =>
        (hello.species[species]?.length ?? USUAL_LENGTH) * (roster.sizes[fish] ?? 1),
    ),
    seeds: roster.seeds.map((seed) => seed / MOST_SEED),
    species: roster.species,
  };
}
