/** Tells the studio where this page looks, so that it can choose who is shown how finely. */
import * as THREE from "three";
import type { Company } from "../../figures/company.ts";
import type { Eye } from "../../wire/figures.ts";

/** Nobody is made out farther away [m]. */
const FARTHEST_SEEN = 400;
/** Finer changes than a millimetre, or its share of a direction, are not worth a message. */
const DIGITS = 3;
/** After which the company takes another look for certain [ms]. */
const LATER = 150;

export class Lookout {
  private readonly company: Company;
  private readonly listening = new AbortController();

  constructor(company: Company) {
    this.company = company;
    const options = { signal: this.listening.signal };
    document.addEventListener("visibilitychange", () => this.closeEyes(), options);
  }

  /** Called with every frame that is drawn; `height` of the picture [CSS pixels]. */
  look(camera: THREE.PerspectiveCamera, height: number): void {
    if (!document.hidden && height > 1) this.company.look([eyeOf(camera, height)]);
  }

  dispose(): void {
    this.listening.abort();
    setTimeout(() => this.company.look([]), LATER);
  }

  private closeEyes(): void {
    setTimeout(() => document.hidden && this.company.look([]), LATER);
  }
}

const direction = new THREE.Vector3();

export function eyeOf(camera: THREE.PerspectiveCamera, height: number): Eye {
  return {
    position: rounded(camera.position),
    ahead: rounded(camera.getWorldDirection(direction)),
    up: rounded(direction.setFromMatrixColumn(camera.matrixWorld, 1)),
    field: Number(((camera.fov * Math.PI) / 180).toFixed(DIGITS)),
    aspect: Number(camera.aspect.toFixed(DIGITS)),
    height: Math.max(1, Math.round(height)),
    far: FARTHEST_SEEN,
  };
}

function rounded({ x, y, z }: THREE.Vector3): [number, number, number] {
  const digits = (value: number) => Number(value.toFixed(DIGITS));
  return [digits(x), digits(y), digits(z)];
}
