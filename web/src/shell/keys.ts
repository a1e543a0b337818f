import { useEffect } from "preact/hooks";
import { BOAT_KEYS, boatControlOf, isFullStop } from "../boat/controls.ts";
import { CAMERA_KEYS as CAMERAS, cameraControlOf } from "../cameras/controls.ts";
import { ARRANGING_KEYS as ARRANGING, pressArrangingKey } from "../making/keys.ts";
import { controlOf, PILOT_KEYS } from "../pilot/controls.ts";
import { pressReplayKey } from "../replay/keys.ts";
import { changePace } from "../time/pace.ts";
import type { MountedStage, Stage, Surroundings } from "./registry.ts";

export interface KeyActions {
  around: Surroundings;
  /** Which is shown. */
  shown: Stage | undefined;
  stage: { current: MountedStage | null };
  togglePanel(): void;
  openHelp(): void;
}

/** The keys, as the help dialog lists them. */
export const KEYS: readonly (readonly [string, string])[] = [
  ["Space", "pause or continue"],
  [".", "step one frame while paused"],
  ["[ ] or < >", "slow motion: slower, faster"],
  ["Shift + R", "restart the scenario"],
  ["W", "wire frame: nodes, springs and muscles"],
  ["T", "show levels: who is simulated, who is replayed"],
  ["O", "all overlays of the chosen fish, or none: muscles, forces, senses, preferences"],
  ["E", "what the chosen fish sees: colours, who is who, how far"],
  ["C", "compare muscles and playback side by side"],
  ["L", "follow the school"],
  ["N", "next camera: orbit, free, chase, ride; Shift + N, the one before"],
  ["F", "feed: then a click drops food (in a habitat)"],
  ["G", "take fishes by the hand: then a drag on one pulls it (Esc: no longer)"],
  ["V", "back to the first view"],
  ["← → ↑ ↓", "circle around"],
  ["+ −", "closer, farther"],
  ["a click", "on a fish: why it does what it does; Esc lets it go"],
  ["P", "drive that fish, or the one in the middle (leaves the submarine); or leave it"],
  ["B", "dive: board the submarine, or leave it (where there is one)"],
  ["H", "show or hide the controls"],
  ["?", "this help"],
];

/** While a fish is driven; these come before all others. */
export const DRIVING_KEYS = PILOT_KEYS;
/** While one is aboard the submarine. */
export const BRIDGE_KEYS = BOAT_KEYS;
/** While stones and plants are arranged. */
export const ARRANGING_KEYS = ARRANGING;
/** With cameras that one chooses. */
export const CAMERA_KEYS = CAMERAS;

export function useKeys(actions: KeyActions): void {
  useEffect(() => {
    const down = (event: KeyboardEvent) => {
      if (belongsToControl(event)) return;
      const { pressKey } = actions.shown ?? {};
      if (pressKey) {
        if (pressKey(event, actions) || pressShellKey(event, actions)) event.preventDefault();
        return;
      }
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const known =
        emptyHands(event, actions) ||
        pressArrangingKey(event, actions.around.arranger) ||
        backToOrbit(event, actions) ||
        drive(event, actions) ||
        sail(event, actions) ||
        stopAsking(event, actions) ||
        pressReplayKey(event, actions.around.player) ||
        moveCamera(event, actions) ||
        actions.stage.current?.holdKey(event.key, true) ||
        act(event, actions);
      if (known) event.preventDefault();
    };
    // A key that is let go over a control has been pressed over the stage all the same.
    const up = (event: KeyboardEvent) => {
      actions.around.pilot.setSteep(event.shiftKey);
      actions.around.pilot.release(event.code);
      actions.around.boat.release(event.code);
      actions.around.cameras.release(event.code);
      actions.stage.current?.holdKey(event.key, false);
    };
    // Nobody tells us of keys that are let go over another window.
    const away = () => {
      actions.around.pilot.releaseAll();
      actions.around.boat.releaseAll();
      actions.around.cameras.releaseAll();
      actions.stage.current?.releaseKeys();
    };
    const hidden = () => document.hidden && away();
    window.addEventListener("keydown", down);
    window.addEventListener("keyup", up);
    window.addEventListener("blur", away);
    document.addEventListener("visibilitychange", hidden);
    return () => {
      window.removeEventListener("keydown", down);
      window.removeEventListener("keyup", up);
      window.removeEventListener("blur", away);
      document.removeEventListener("visibilitychange", hidden);
    };
  });
}

/** Keys that every stage has. */
function pressShellKey({ key }: KeyboardEvent, { togglePanel, openHelp }: KeyActions): boolean {
  if (key === "h" || key === "H") togglePanel();
  else if (key === "?") openHelp();
  else return false;
  return true;
}

/** Whoever holds or feeds and drives at once opens his hand first. */
function emptyHands({ key }: KeyboardEvent, { around }: KeyActions): boolean {
  const { feeding, hand } = around;
  if (key !== "Escape" || !(feeding.value.on || hand.state.value.on)) return false;
  feeding.set({ on: false });
  hand.toggle(false);
  return true;
}

/** Whoever looks through another camera comes back first. */
function backToOrbit({ key }: KeyboardEvent, { around: { cameras } }: KeyActions): boolean {
  return key === "Escape" && cameras.backToOrbit();
}

function moveCamera(event: KeyboardEvent, { around: { cameras } }: KeyActions): boolean {
  const control = cameras.inUse && cameraControlOf(cameras.inUse, event);
  if (control) cameras.press(control, event.code);
  return Boolean(control);
}

/** Keys that mean something else while a fish is driven. */
function drive(event: KeyboardEvent, { around: { pilot } }: KeyActions): boolean {
  if (!pilot.driving) return false;
  pilot.setSteep(event.shiftKey);
  const control = controlOf(event);
  if (control) {
    pilot.press(control, event.code);
    return true;
  }
  if (event.repeat) return false;
  if (event.key === "Escape") pilot.leave();
  else if (event.key === "m" || event.key === "M") pilot.toggleMuscles();
  else return false;
  return true;
}

/** Keys that mean something else aboard the submarine. */
function sail(event: KeyboardEvent, { around: { boat } }: KeyActions): boolean {
  if (!boat.aboard || event.shiftKey) return false;
  const control = boatControlOf(event);
  if (control) boat.press(control, event.code);
  else if (isFullStop(event)) boat.fullStop();
  else if (event.key === "Escape" && !event.repeat) boat.leave();
  else return false;
  return true;
}

function stopAsking({ key }: KeyboardEvent, { around: { curiosity } }: KeyActions): boolean {
  return key === "Escape" && curiosity.letGo();
}

/** Controls use keys themselves: a field all of them, a slider the arrows, a button the space bar. */
function belongsToControl({ target, key }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("dialog[open], input[type=number], input[type=text]")) return true;
  const pressed = key === " " || key === "Enter";
  const moved = /^(Arrow|Page)/.test(key) && target.closest("input, select") !== null;
  return moved || (pressed && target.closest("input, button, select") !== null);
}

function act(event: KeyboardEvent, actions: KeyActions): boolean {
  const { around, stage } = actions;
  const { studio, view, feeding } = around;
  const comparison = studio.state.value.hello?.comparison;
  if (event.repeat && event.key !== ".") return false;
  switch (event.key) {
    case " ":
      studio.send({ type: "paused", value: !(studio.state.value.status?.paused ?? false) });
      return true;
    case ".":
      studio.send({ type: "step", back: false });
      return true;
    case "[":
    case "<":
      changePace(studio, false);
      return true;
    case "]":
    case ">":
      changePace(studio, true);
      return true;
    case "R":
      studio.send({ type: "restart" });
      return true;
    case "w":
    case "W":
      view.set({ wireframe: !view.value.wireframe });
      return true;
    case "t":
    case "T":
      view.set({ levels: !view.value.levels });
      return true;
    case "o":
    case "O":
      if (comparison) return false;
      around.overlays.toggle();
      return true;
    case "e":
    case "E":
      if (comparison) return false;
      around.gaze.toggle();
      return true;
    case "c":
    case "C":
      studio.send({ type: "compare", on: !comparison, id: around.pilot.choose() });
      return true;
    case "Escape":
      if (studio.state.value.hello?.recording?.leavable) {
        studio.send({ type: "watch", name: null });
        return true;
      }
      if (!comparison?.leavable) return false;
      studio.send({ type: "compare", on: false, id: null });
      return true;
    case "l":
    case "L":
      view.set({ follow: !view.value.follow });
      return true;
    case "f":
    case "F":
      if (!studio.state.value.hello?.habitat || around.player.recording) return false;
      around.hand.toggle(false);
      feeding.set({ on: !feeding.value.on });
      return true;
    case "g":
    case "G":
      if (comparison || around.player.recording) return false;
      feeding.set({ on: false });
      around.hand.toggle();
      return true;
    case "n":
    case "N":
      around.cameras.next(event.shiftKey ? -1 : 1);
      return true;
    case "v":
    case "V":
      stage.current?.resetView();
      return true;
    case "p":
    case "P":
      around.pilot.toggle();
      return true;
    case "b":
    case "B":
      if (!studio.state.value.hello?.submarine || around.player.recording) return false;
      around.boat.toggle();
      return true;
    default:
      return pressShellKey(event, actions);
  }
}
