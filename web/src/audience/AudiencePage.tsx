import { useEffect, useRef, useState } from "preact/hooks";
import { HelpDialog } from "../shell/HelpDialog.tsx";
import { Icon } from "../shell/Icon.tsx";
import { KeyList } from "../shell/KeyList.tsx";
import { useStore } from "../shell/store.ts";
import { ToastList } from "../shell/ToastList.tsx";
import type { Toasts } from "../shell/toasts.ts";
import { WaitOverlay } from "../shell/WaitOverlay.tsx";
import { AudienceStage } from "../stages/audience/stage.ts";
import type { House } from "./house.ts";
import { AUDIENCE_KEYS, pressAudienceKey, toggleFullscreen } from "./keys.ts";

/** How long the hint stays, and how long after the last move of the pointer the rest does [ms]. */
const HINT_MS = 9_000;
const IDLE_MS = 3_500;

export function AudiencePage({ house, toasts }: { house: House; toasts: Toasts }) {
  const { connection, progress, drawing, model, scene } = useStore(house.state);
  const [helpOpen, setHelpOpen] = useState(false);
  const [trouble, setTrouble] = useState<string | null>(null);
  const host = useRef<HTMLElement>(null);
  const idle = useIdle();
  const waits = !(drawing && model);
  useEffect(() => {
    if (scene) document.title = `${scene.title} – Motorium`;
  }, [scene?.title]);
  useEffect(() => {
    if (!host.current) return undefined;
    try {
      const stage = new AudienceStage(host.current, house);
      const stop = watchKeys(stage, () => setHelpOpen(true));
      return () => {
        stop();
        stage.unmount();
      };
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
      return undefined;
    }
  }, []);
  return (
    <div class={idle ? "shell audience idle" : "shell audience"}>
      <main class="stage" ref={host}>
        {trouble && (
          <p class="trouble" role="alert">
            This browser cannot draw the performance: {trouble} WebGL 2 is needed.
          </p>
        )}
      </main>
      <div class="vignette" aria-hidden="true" />
      {!waits && (
        <h1 class="playbill" data-testid="playbill">
          {scene?.title}
        </h1>
      )}
      {!waits && <Hint />}
      <div class="corner">
        <button
          type="button"
          class="round glass"
          aria-label="Help and keys"
          title="Help and keys (?)"
          data-testid="help"
          onClick={() => setHelpOpen(true)}
        >
          ?
        </button>
        <button
          type="button"
          class="round glass"
          aria-label="The whole screen"
          title="The whole screen (F)"
          data-testid="fullscreen"
          onClick={toggleFullscreen}
        >
          <Icon name="full" />
        </button>
      </div>
      <WaitOverlay {...{ connection, progress, waits }} greeting="The curtain is about to rise …" />
      <ToastList toasts={toasts} stage="audience" />
      <HelpDialog open={helpOpen} content={AudienceHelp} onClose={() => setHelpOpen(false)} />
    </div>
  );
}

/** What one can do, for who has just come. */
function Hint() {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), HINT_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <p class={over ? "audience-hint over" : "audience-hint"} data-testid="audience-hint">
      {matchMedia("(pointer: coarse)").matches
        ? "Drag to look around · pinch to come closer"
        : "Drag to look around · 1 – 4 views · F whole screen"}
    </p>
  );
}

function AudienceHelp() {
  return (
    <>
      <p>
        What you see is simulated: the double of a performer, in a world of masses. This page is fed
        by packets alone, as a display far away would be, and is only for looking on.
      </p>
      <p>
        Drag to look around, scroll or pinch to come closer, drag with the right button to move. A
        view that nobody touches drifts by itself.
      </p>
      <KeyList keys={AUDIENCE_KEYS} />
    </>
  );
}

/** Whether the pointer has not moved for a while. */
function useIdle(): boolean {
  const [idle, setIdle] = useState(false);
  useEffect(() => {
    let timer = 0;
    const stir = () => {
      setIdle(false);
      clearTimeout(timer);
      timer = window.setTimeout(() => setIdle(true), IDLE_MS);
    };
    stir();
    const listening = new AbortController();
    for (const kind of ["pointermove", "pointerdown", "keydown"] as const) {
      window.addEventListener(kind, stir, { signal: listening.signal });
    }
    return () => {
      clearTimeout(timer);
      listening.abort();
    };
  }, []);
  return idle;
}

function watchKeys(stage: AudienceStage, openHelp: () => void): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  const down = (event: KeyboardEvent) => {
    const { target } = event;
    if (target instanceof Element && target.closest("dialog")) return;
    if (pressAudienceKey(event, stage, openHelp)) event.preventDefault();
  };
  window.addEventListener("keydown", down, options);
  window.addEventListener("keyup", ({ key }) => stage.view.holdKey(key, false), options);
  // Nobody tells us of keys that are let go over another window.
  window.addEventListener("blur", () => stage.view.releaseKeys(), options);
  return () => listening.abort();
}
