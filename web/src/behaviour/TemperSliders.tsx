import { RangeControl } from "../panels/RangeControl.tsx";
import type { Character, TraitSet } from "../wire/messages.ts";
import type { Drive } from "./history.ts";

type Trait = TraitSet["name"];

interface Words {
  label: string;
  help: string;
  unit?: string;
  step: number;
  curve?: number;
  /** Without which it means nothing. */
  of?: Drive;
}

const WORDS: Record<Trait, Words> = {
  appetite: {
    label: "Appetite",
    unit: "bites",
    help: "After so much it has eaten enough.",
    step: 0.5,
    curve: 2,
    of: "hunger",
  },
  meal: {
    label: "A meal lasts",
    unit: "s",
    help: "Until it is digested, and the fish as hungry as can be.",
    step: 1,
    curve: 2,
    of: "hunger",
  },
  longing: {
    label: "Longs again after",
    unit: "s",
    help: "From mating until its libido is full, if it is not hungry.",
    step: 1,
    curve: 2,
    of: "libido",
  },
  acts: {
    label: "Eats or courts above",
    help: "Hunger or libido above this are acted on.",
    step: 0.01,
  },
  timidity: {
    label: "Fears most within",
    unit: "m",
    help: "A predator that is nearer is feared as much as can be.",
    step: 0.05,
    curve: 2,
    of: "fear",
  },
  flees: {
    label: "Takes fright above",
    help: "More fear than this, and it schools or flees.",
    step: 0.01,
    of: "fear",
  },
  panics: {
    label: "Leaves its school above",
    help: "More fear of one predator than this, and it flees alone.",
    step: 0.01,
    of: "fear",
  },
  loyalty: {
    label: "Keeps its target by",
    unit: "m",
    help: "By how much nearer another must be to be taken instead.",
    step: 0.05,
  },
  wariness: {
    label: "Wariness",
    unit: "×",
    help: "How large the space is in which it feels that others come too close.",
    step: 0.05,
    curve: 2,
  },
};
const ORDER = Object.keys(WORDS) as Trait[];

interface Props {
  character: Character;
  onChange: (trait: Trait, value: number) => void;
}

/** The numbers of its temper; of those, the ones that mean something to it. */
export function TemperSliders({ character: { traits, feels }, onChange }: Props) {
  return (
    <details class="part">
      <summary data-testid="temper">Temper</summary>
      {ORDER.map((name) => {
        const { of, ...words } = WORDS[name];
        const trait = traits.find((one) => one.name === name);
        if (!trait || (of && !feels.includes(of))) return null;
        return (
          <RangeControl
            key={name}
            name={`trait-${name}`}
            {...words}
            range={[trait.low, trait.high]}
            value={trait.value}
            disabled={false}
            marks={[
              [trait.low, ""],
              [trait.own, "its own"],
              [trait.high, ""],
            ]}
            onChange={(value) => onChange(name, value)}
          />
        );
      })}
    </details>
  );
}
