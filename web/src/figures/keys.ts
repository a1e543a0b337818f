/** Keys of the figures' stage. */
import type { Surroundings } from "../shell/registry.ts";

type Keys = readonly (readonly [string, string])[];

/** The posture out of which nothing but another posture is asked for. */
export const DEAD = "dead";

/** As the help dialog lists them. */
export const TOWN_KEYS: Keys = [
  ["Space", "hold the town or let it go on"],
  [".", "one frame further while it is held"],
  ["T", "show levels: who is drawn how finely"],
  ["V", "back to the first view"],
  ["G", "walk the streets at eye level, or leave them"],
  ["W A S D", "move along the ground; with Shift faster"],
  ["← → ↑ ↓", "circle around"],
  ["+ −", "closer, farther"],
  ["H", "show or hide the controls"],
  ["?", "this help"],
];

export const CHOSEN_KEYS: Keys = [
  ["a click", "chooses somebody"],
  ["a drag", "carries somebody about"],
  ["P", "carry the chosen one by buttons, or no longer (Esc)"],
  ["N", "the next one; with Shift the one before"],
  ["F", "follow him with the camera"],
  ["C", "send him: then a click says where to"],
  ["1 … 9", "his postures, in the order of their buttons"],
  ["0", "stop"],
  ["Esc", "choose nobody"],
];

/** What keys need of the stage that is shown. */
interface KeyStage {
  resetView(): void;
  holdKey(key: string, down: boolean): boolean;
  chooseNext(step: 1 | -1): void;
}

/** Whether a key meant something here, and was carried out. */
export function pressFiguresKey(
  event: KeyboardEvent,
  around: Surroundings,
  stage: KeyStage | null,
): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return false;
  if (stage?.holdKey(event.key, true)) return true;
  if (event.repeat) return false;
  return pressOfTown(event, around, stage) || pressOfChosen(event, around, stage);
}

function pressOfTown(
  { key }: KeyboardEvent,
  { company, desk: { hand, view } }: Surroundings,
  stage: KeyStage | null,
): boolean {
  switch (key.toLowerCase()) {
    case "p":
      hand.toggle();
      return true;
    case "escape":
      if (!hand.state.value.on) return false;
      hand.toggle(false);
      return true;
    case " ":
      company.send({ type: "paused", value: company.state.value.status?.running ?? true });
      return true;
    case ".":
      company.send({ type: "step" });
      return true;
    case "t":
      view.set({ tinted: !view.value.tinted });
      return true;
    case "v":
      stage?.resetView();
      return true;
    case "g":
      view.set({ walking: !view.value.walking, follow: false });
      return true;
    default:
      return false;
  }
}

function pressOfChosen(
  { key, shiftKey }: KeyboardEvent,
  { company, desk: { view, errand } }: Surroundings,
  stage: KeyStage | null,
): boolean {
  if (key.toLowerCase() === "n") {
    stage?.chooseNext(shiftKey ? -1 : 1);
    return true;
  }
  const { chosenId: id } = company.state.value;
  if (id === null) return false;
  if (key === "Escape") {
    if (view.value.sending) view.set({ sending: false });
    else company.choose(null);
  } else if (key.toLowerCase() === "f") view.set({ follow: !view.value.follow, walking: false });
  else if (key.toLowerCase() === "c") {
    const dead = company.state.value.chosen?.posture === DEAD;
    view.set({ sending: !view.value.sending && !dead });
  } else if (key === "0") {
    errand.forget();
    const heading = company.crowd.whereabouts(id)?.heading ?? 0;
    company.send({ type: "motion", id, speed: 0, heading, course: 0 });
  } else if (/^[1-9]$/.test(key)) {
    const kind = company.resident(id)?.kind;
    const postures = company.state.value.town?.kinds.find(({ name }) => name === kind)?.postures;
    const fixed = postures?.filter((posture) => posture.kind === "fixed");
    const posture = fixed?.[Number(key) - 1]?.name;
    if (!posture) return false;
    errand.forget();
    company.send({ type: "posture", id, posture });
  } else return false;
  return true;
}
