import { Switch } from "../panels/Switch.tsx";
import type { HabitSet } from "../wire/messages.ts";

type Habit = HabitSet["name"];

const WORDS: Record<Habit, readonly [label: string, help: string]> = {
  schooling: ["Likes company", "Swims with others of its kind, and hides among them in danger."],
  bright: ["Likes it bright", "Leaves where it is dark."],
  dark: ["Likes it dark", "Leaves where it is bright."],
  warm: ["Likes it warm", "Leaves where it is colder than 22.5 °C."],
  cold: ["Likes it cold", "Leaves where it is warmer than 22.5 °C."],
  female: ["Female", "Off: male. Who courts, courts the other sex."],
};
const ORDER = Object.keys(WORDS) as Habit[];

interface Props {
  habits: readonly HabitSet[];
  onChange: (habit: Habit, on: boolean) => void;
}

/** What it was born with and keeps for life, unless one changes it here. */
export function HabitSwitches({ habits, onChange }: Props) {
  return (
    <details class="part" open>
      <summary data-testid="habits">Habits</summary>
      <div class="habits">
        {ORDER.map((name) => (
          <Switch
            key={name}
            name={`habit-${name}`}
            label={WORDS[name][0]}
            help={WORDS[name][1]}
            on={habits.find((habit) => habit.name === name)?.on ?? false}
            onChange={(on) => onChange(name, on)}
          />
        ))}
      </div>
    </details>
  );
}
