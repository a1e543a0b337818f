/** A line of text above a fish. */
import * as THREE from "three";
import type { Followed } from "../cameras/fish.ts";

/** Above the middle of the fish [L]. */
const ABOVE = 0.4;

export class Label {
  private readonly element = document.createElement("p");
  private readonly anchor = new THREE.Vector3();
  private readonly onScreen = new THREE.Vector3();
  text = "";

  constructor(host: HTMLElement) {
    this.element.className = "fish-label";
    this.element.dataset.testid = "fish-label";
    this.element.hidden = true;
    host.append(this.element);
  }

  /** Nothing, or above a fish. */
  write(text: string, above?: Followed): void {
    if (above) this.anchor.copy(above.place).y += ABOVE * above.length;
    if (text === this.text) return;
    this.text = text;
    this.element.textContent = text;
  }

  /** On a picture of this size [CSS pixels]. */
  place(camera: THREE.PerspectiveCamera, width: number, height: number): void {
    const { x, y, z } = this.onScreen.copy(this.anchor).project(camera);
    this.element.hidden = this.text === "" || z > 1 || Math.abs(x) > 1 || Math.abs(y) > 1;
    if (this.element.hidden) return;
    const left = ((x + 1) / 2) * width;
    const top = ((1 - y) / 2) * height;
    this.element.style.transform = `translate(-50%, -100%) translate(${left}px, ${top}px)`;
  }

  dispose(): void {
    this.element.remove();
  }
}
