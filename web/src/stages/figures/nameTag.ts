/** The name of who is chosen, above his head. */
import * as THREE from "three";

const ABOVE = 0.28;

export class NameTag {
  private readonly element = document.createElement("p");
  private readonly place = new THREE.Vector3();
  private text = "";

  constructor(host: HTMLElement) {
    this.element.className = "name-tag glass";
    this.element.dataset.testid = "name-tag";
    this.element.hidden = true;
    host.append(this.element);
  }

  /** Above a head [m]; null for nobody. */
  show(
    text: string,
    head: { x: number; y: number; z: number } | null,
    camera: THREE.PerspectiveCamera,
    { clientWidth, clientHeight }: HTMLElement,
  ): void {
    const { element, place } = this;
    if (head) place.set(head.x, head.y, head.z + ABOVE).project(camera);
    const seen =
      head !== null && place.z < 1 && Math.abs(place.x) < 1.05 && Math.abs(place.y) < 1.05;
    element.hidden = !seen;
    if (!seen) return;
    if (text !== this.text) element.textContent = this.text = text;
    const x = (place.x * 0.5 + 0.5) * clientWidth;
    const y = (0.5 - place.y * 0.5) * clientHeight;
    element.style.transform = `translate(-50%, -100%) translate(${x.toFixed(1)}px, ${y.toFixed(1)}px)`;
  }

  dispose(): void {
    this.element.remove();
  }
}
