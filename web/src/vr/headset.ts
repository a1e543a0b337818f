/** Whether this page can be seen with a headset, and what it says if not. */
import { Store } from "../shell/store.ts";

export interface HeadsetState {
  /** null while nobody knows yet. */
  ready: boolean | null;
  /** Why not. */
  sentence: string;
  inside: boolean;
}

const NEEDS =
  "A headset needs a safe address: open this page by https (motorium studio --tls), or as localhost.";
const UNKNOWN = "This browser knows no headsets (WebXR).";
const NONE = "No headset is ready. Connect one, or open this page in the headset's own browser.";

export class Headset {
  readonly state = new Store<HeadsetState>({ ready: null, sentence: "", inside: false });
  /** Shows the world in a session; the stage lends it while it is mounted. */
  show: ((session: XRSession) => Promise<void>) | null = null;

  constructor() {
    navigator.xr?.addEventListener?.("devicechange", () => this.look());
    this.look();
  }

  /** Asks the browser what there is. */
  async look(): Promise<void> {
    const { xr } = navigator;
    if (!xr) {
      this.state.set({ ready: false, sentence: window.isSecureContext ? UNKNOWN : NEEDS });
      return;
    }
    let ready = false;
    try {
      ready = await xr.isSessionSupported("immersive-vr");
    } catch {}
    this.state.set({ ready, sentence: ready ? "" : NONE });
  }

  /** By a hand's click only: browsers want that. */
  async enter(): Promise<void> {
    const { show } = this;
    if (!show || !navigator.xr || this.state.value.inside) return;
    try {
      const session = await navigator.xr.requestSession("immersive-vr");
      session.addEventListener("end", () => this.state.set({ inside: false }));
      await show(session);
      this.state.set({ inside: true });
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.state.set({ sentence: `The headset did not start: ${why}` });
    }
  }
}
