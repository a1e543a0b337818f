/** Tells the studio where this page looks, so that it can spare what nobody sees. */
import * as THREE from "three";
import type { Studio } from "../../shell/studio.ts";
import type { Eye } from "../../wire/messages.ts";
import { FARTHEST_SEEN } from "./fish/crowd.ts";

const EVERY_MS = 100;
/** Finer changes than a millimetre, or its share of a direction, are not worth a message. */
const DIGITS = 3;

export class Lookout {
  private readonly studio: Studio;
  private readonly stopListening: (() => void)[];
  private sent = "";
  private sentAt = Number.NEGATIVE_INFINITY;

  constructor(studio: Studio) {
    this.studio = studio;
    const visibility = () => document.hidden && this.tell([]);
    document.addEventListener("visibilitychange", visibility);
    let { hello } = studio.state.value;
    this.stopListening = [
      () => document.removeEventListener("visibilitychange", visibility),
      studio.state.watch((state) => {
        // Who is greeted anew has not looked anywhere yet.
        if (state.hello !== hello) this.sent = "";
        hello = state.hello;
      }),
    ];
  }

  /** Called with every frame that is drawn; `height` of the picture [CSS pixels], at least 1. */
  look(cameras: readonly THREE.PerspectiveCamera[], height: number, now: number): void {
    // A stage that another one hides is flat.
    const seen = !document.hidden && height > 1;
    if (now - this.sentAt < EVERY_MS || !seen) return;
    this.sentAt = now;
    this.tell(cameras.map((camera) => eyeOf(camera, height)));
  }

  dispose(): void {
    for (const stop of this.stopListening) stop();
  }

  private tell(eyes: Eye[]): void {
    if (this.studio.state.value.connection.phase !== "open") return;
    const text = JSON.stringify(eyes);
    if (text === this.sent) return;
    this.sent = text;
    this.studio.send({ type: "look", eyes });
  }
}

const direction = new THREE.Vector3();

export function eyeOf(camera: THREE.PerspectiveCamera, height: number): Eye {
  return {
    position: inStudio(camera.position),
    ahead: inStudio(camera.getWorldDirection(direction)),
    up: inStudio(direction.setFromMatrixColumn(camera.matrixWorld, 1)),
    field: rounded((camera.fov * Math.PI) / 180),
    aspect: rounded(camera.aspect),
    height: Math.max(1, Math.round(height)),
    far: rounded(Math.min(FARTHEST_SEEN, camera.far)),
  };
}

/** The studio's z is up, the page's y is. */
function inStudio({ x, y, z }: THREE.Vector3): [number, number, number] {
  return [rounded(x), rounded(-z), rounded(y)];
}

function rounded(value: number): number {
  return Number(value.toFixed(DIGITS));
}
