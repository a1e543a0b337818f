import { useState } from "preact/hooks";
import type { PanelProps } from "../shell/registry.ts";
import { usePart, useStore } from "../shell/store.ts";
import type { Character } from "../wire/messages.ts";
import { Chooser } from "./Chooser.tsx";
import { DriveCurves } from "./DriveCurves.tsx";
import { DriveTable } from "./DriveTable.tsx";
import { HabitSwitches } from "./HabitSwitches.tsx";
import { Press } from "./Press.tsx";
import { colourOf, inkOn } from "./palette.ts";
import { Scope } from "./Scope.tsx";
import { TemperSliders } from "./TemperSliders.tsx";

/** What goes on in the mind of the chosen fish, and what one can do about it. */
export function BehaviourPanel({ around }: PanelProps) {
  const { studio, curiosity } = around;
  const { id, fish } = useStore(curiosity.state);
  const species = usePart(studio.state, ({ hello }) => hello?.species);
  const [everybody, setEverybody] = useState(false);
  const label = (fish && species?.[fish.species]?.label) ?? "Fish";
  const character = fish?.character;
  return (
    <>
      <Chooser around={around} />
      {id === null && (
        <p class="note">Click on a fish in the water, or choose one here, to look into its mind.</p>
      )}
      {id !== null && (
        <p class="behaving" data-testid="behaviour-of">
          <b>
            {label} {id}
          </b>
          {fish?.intention && (
            <span
              class="intends"
              data-testid="behaviour-intention"
              style={{ color: inkOn(fish.intention), background: colourOf(fish.intention) }}
            >
              {fish.intention}
            </span>
          )}
          <small data-testid="behaviour-sentence">{fish?.sentence ?? "…"}</small>
        </p>
      )}
      {fish && fish.drives.length > 0 && (
        <>
          <DriveCurves curiosity={curiosity} />
          <DriveTable
            fish={fish}
            onFeel={(drive, value) =>
              studio.send({ type: "feel", id: fish.id, drive, value, everybody })
            }
          />
        </>
      )}
      {fish && character && (
        <>
          <Scope label={label} everybody={everybody} onChange={setEverybody} />
          <HabitSwitches
            habits={character.habits}
            onChange={(habit, on) =>
              studio.send({ type: "habit", id: fish.id, habit, on, everybody })
            }
          />
          <TemperSliders
            character={character}
            onChange={(trait, value) =>
              studio.send({ type: "trait", id: fish.id, trait, value, everybody })
            }
          />
          <div class="buttons">
            <Press
              name="mind-reset"
              wide
              title="Temper and habits as they were when it came into the world"
              disabled={!everybody && isItself(character)}
              onPress={() => studio.send({ type: "mind-reset", id: fish.id, everybody })}
            >
              Reset: as it was born
            </Press>
          </div>
        </>
      )}
    </>
  );
}

function isItself({ traits, habits }: Character): boolean {
  return (
    traits.every(({ value, own }) => value === own) && habits.every(({ on, own }) => on === own)
  );
}
