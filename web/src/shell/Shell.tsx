import { useEffect, useRef, useState } from "preact/hooks";
import { SubmarineHelp } from "../boat/SubmarineHelp.tsx";
import { ChannelSign } from "../panorama/ChannelSign.tsx";
import { HelpDialog } from "./HelpDialog.tsx";
import { type KeyActions, useKeys } from "./keys.ts";
import { OceanOverlay } from "./OceanOverlay.tsx";
import {
  allStages,
  type MountedStage,
  panelsOf,
  type Stage,
  type Surroundings,
} from "./registry.ts";
import { SidePanel } from "./SidePanel.tsx";
import { usePart, useStore } from "./store.ts";
import { ToastList } from "./ToastList.tsx";
import type { Toasts } from "./toasts.ts";

/** Where controls would hide the stage: on telephones, upright or lying. */
const NARROW = "(max-width: 720px), (max-height: 480px) and (pointer: coarse)";

export function Shell({ around, toasts }: { around: Surroundings; toasts: Toasts }) {
  const [stage, setStage] = useState(stageInAddress);
  useEffect(() => {
    const follow = () => setStage(stageInAddress());
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  const [controls, setControls] = useState(() => ({
    wanted: !matchMedia(NARROW).matches,
    folded: false,
  }));
  const panelOpen = controls.wanted && !controls.folded;
  const [helpOpen, setHelpOpen] = useState(false);
  const { frugal } = useStore(around.costs);
  const state = useStore(around.studio.state);
  const theatre = useStore(around.theatre.state);
  // They have titles of their own.
  usePart(around.company.state, ({ town }) => town);
  usePart(around.troupe.state, ({ scene }) => scene?.title);
  const title = stage?.title(around);
  useEffect(() => {
    if (title) document.title = `${title} – Motorium`;
  }, [title]);
  const atSea = stage?.id === "ocean";
  const comparing = atSea && state.hello?.comparison != null;
  const aboard = usePart(around.boat.state, (boat) => boat.aboard) && atSea;
  const running = usePart(around.film, ({ playing, over }) => playing && !over) && atSea;
  // Where a submarine waits one has come to take part: that camera only shows around.
  const filmed = running && state.hello?.submarine == null;
  // Two pictures need the room, and so do a film and the sea from a bridge; whoever wants the
  // controls can have them, and what he wants outlasts it.
  const wide = comparing || aboard || filmed;
  useEffect(() => setControls(({ wanted }) => ({ wanted, folded: wide })), [wide]);
  const needsControls = stage?.needsControls && matchMedia(NARROW).matches;
  useEffect(() => {
    if (!needsControls) return undefined;
    const want = (wanted: boolean) => setControls(({ folded }) => ({ wanted, folded }));
    want(true);
    return () => want(false);
  }, [needsControls]);
  const togglePanel = () =>
    setControls(({ wanted, folded }) => ({ wanted: folded || !wanted, folded: false }));
  const mounted = useRef<MountedStage | null>(null);
  const tab = useRef<HTMLButtonElement>(null);
  // Not at every rendering: it makes the browser lay out the page at once.
  useEffect(() => tab.current?.scrollIntoView({ block: "nearest", inline: "nearest" }), [stage]);
  const actions: KeyActions = {
    around,
    shown: stage,
    stage: mounted,
    togglePanel,
    openHelp: () => setHelpOpen(true),
  };
  useKeys(actions);
  const resetView = () => mounted.current?.resetView();
  const panels = stage ? panelsOf(stage).filter(({ when }) => when?.(state, theatre) ?? true) : [];
  const footPanels = panels.filter(({ place }) => place === "foot");
  const sidePanels = panels.filter(({ place }) => place !== "foot");

  if (around.panorama.bare) {
    return (
      <div class="shell">
        {stage && <StageHost key={stage.id} stage={stage} around={around} mounted={mounted} />}
        <OceanOverlay studio={around.studio} />
        <ChannelSign panorama={around.panorama} />
        <ToastList toasts={toasts} stage={stage?.id} />
      </div>
    );
  }
  return (
    <div class={["shell", frugal && "frugal", comparing && "comparing"].filter(Boolean).join(" ")}>
      {stage && <StageHost key={stage.id} stage={stage} around={around} mounted={mounted} />}
      <header class="bar">
        <h1 class="wordmark" aria-label="Motorium">
          <Fish />
          motorium
        </h1>
        {allStages().length > 1 && (
          <nav class="tabs glass" aria-label="Stages">
            {allStages().map((one) => (
              <button
                key={one.id}
                type="button"
                class="tab"
                aria-current={one === stage ? "page" : undefined}
                ref={one === stage ? tab : null}
                data-testid={`tab-${one.id}`}
                onClick={() => {
                  history.replaceState(null, "", `#${one.id}`);
                  setStage(one);
                }}
              >
                {one.label}
              </button>
            ))}
          </nav>
        )}
        <span class="spacer" />
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
          aria-label={panelOpen ? "Hide controls" : "Show controls"}
          aria-expanded={panelOpen}
          aria-controls="panels"
          title="Show or hide the controls (H)"
          data-testid="panel-toggle"
          onClick={togglePanel}
        >
          {panelOpen ? "×" : "☰"}
        </button>
      </header>
      <aside id="panels" class="panels" aria-label="Controls" hidden={!panelOpen}>
        {sidePanels.map(({ component: Content, ...panel }) => (
          <SidePanel key={panel.id} panel={panel}>
            <Content around={around} resetView={resetView} />
          </SidePanel>
        ))}
      </aside>
      <div class={panelOpen ? "foot beside-panels" : "foot"}>
        {footPanels.map(({ id, component: Content }) => (
          <Content key={id} around={around} resetView={resetView} />
        ))}
      </div>
      {stage?.overlay ? <stage.overlay around={around} /> : <OceanOverlay studio={around.studio} />}
      <ToastList toasts={toasts} stage={stage?.id} />
      <HelpDialog
        open={helpOpen}
        content={aboard ? SubmarineHelp : stage?.help}
        onClose={() => setHelpOpen(false)}
      />
    </div>
  );
}

/** The one that the address names; else the first. */
function stageInAddress(): Stage | undefined {
  const named = allStages().find(({ id }) => window.location.hash === `#${id}`);
  return named ?? allStages()[0];
}

function StageHost(props: {
  stage: Stage;
  around: Surroundings;
  mounted: { current: MountedStage | null };
}) {
  const host = useRef<HTMLDivElement>(null);
  const [trouble, setTrouble] = useState<string | null>(null);
  useEffect(() => {
    if (!host.current) return undefined;
    props.stage.connect(props.around);
    // Its own, for the stage that takes its place may be there before this one has gone.
    let own: MountedStage | null = null;
    try {
      own = props.stage.mount(host.current, props.around);
      props.mounted.current = own;
    } catch (error) {
      setTrouble(error instanceof Error ? error.message : String(error));
    }
    return () => {
      own?.unmount();
      if (props.mounted.current === own) props.mounted.current = null;
    };
  }, []);
  return (
    <main class="stage" ref={host}>
      {trouble && (
        <p class="trouble" role="alert">
          This browser cannot draw the {props.stage.label.toLowerCase()}: {trouble} WebGL 2 is
          needed.
        </p>
      )}
    </main>
  );
}

function Fish() {
  return (
    <svg class="mark" viewBox="0 0 32 20" aria-hidden="true">
      <path
        d="M1 10C5 3.5 12 1.8 18 4.2c3 1.2 5 3.2 6.4 4.4L30.5 3.2c.8 4.4.8 9.2 0 13.6l-6.1-5.4c-1.4 1.2-3.4 3.2-6.4 4.4C12 18.2 5 16.5 1 10Z"
        fill="currentColor"
      />
      <circle cx="7.6" cy="8.6" r="1.4" fill="#04202e" />
    </svg>
  );
}
