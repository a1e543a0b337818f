import type { Thinking } from "../wire/messages.ts";
import type { Drive } from "./history.ts";
import { Press } from "./Press.tsx";
import { CURVES } from "./palette.ts";

type Button = readonly [label: string, help: string];

interface Words {
  less: Button;
  more: Button;
  never: string;
  help: string;
}

const WORDS: Record<Drive, Words> = {
  hunger: {
    less: ["Sated", "It has eaten enough"],
    more: ["Hungry", "Make it hungry"],
    never: "It eats nothing",
    help: "Grows as its last meal is digested, and at the sight of food.",
  },
  libido: {
    less: ["Cool", "As if it had just mated"],
    more: ["Amorous", "Make it amorous"],
    never: "It does not mate",
    help: "Grows since it last mated, less while it is hungry, and at the sight of a mate.",
  },
  fear: {
    less: ["Calm", "Take a fright from it; what it sees it fears as before"],
    more: ["Frighten", "Frighten it"],
    never: "Nobody hunts it",
    help: "Of predators that it sees, the more the nearer; a fright passes within seconds.",
  },
};

interface Props {
  fish: Thinking;
  onFeel: (drive: Drive, value: number) => void;
}

/** The legend of the curves, their values in words, and what one can do about each. */
export function DriveTable({ fish, onFeel }: Props) {
  return (
    <table class="drive-table" aria-live="off" data-testid="drive-table">
      <caption class="unseen">Drives now, from 0 to 1, and above what each is acted on</caption>
      <thead class="unseen">
        <tr>
          <th scope="col">Drive</th>
          <th scope="col">Now</th>
          <th scope="col">Acted on above</th>
          <th scope="col">Change it</th>
        </tr>
      </thead>
      <tbody>
        {fish.drives.map(({ name, value, threshold }) => {
          const drive = name as Drive;
          const { more, less, never, help } = WORDS[drive];
          const feels = fish.character?.feels.includes(drive);
          const button = ([text, what]: Button, to: number, role: string) => (
            <Press
              name={`${role}-${drive}`}
              label={`${text}: ${what}`}
              title={feels ? what : never}
              disabled={!feels}
              onPress={() => onFeel(drive, to)}
            >
              {text}
            </Press>
          );
          return (
            <tr key={drive} title={help}>
              <th scope="row">
                <Sample drive={drive} />
                {drive}
              </th>
              <td>
                <output data-testid={`now-${drive}`}>{value.toFixed(2)}</output>
              </td>
              <td class="unseen">{threshold.toFixed(2)}</td>
              {fish.character && (
                <td class="drive-buttons">
                  {button(less, 0, "less")}
                  {button(more, 1, "more")}
                </td>
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Sample({ drive }: { drive: Drive }) {
  const { colour, dash } = CURVES[drive];
  return (
    <svg class="sample" viewBox="0 0 26 6" aria-hidden="true">
      <line
        x2="26"
        y1="3"
        y2="3"
        stroke={colour}
        stroke-width="2.5"
        stroke-dasharray={dash.join(" ")}
      />
    </svg>
  );
}
