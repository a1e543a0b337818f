/** Where the ground is darker for what stands on it: a map of the habitat from above. */
import * as THREE from "three";
import type { Sea } from "./sea.ts";

/** Points of the map along an edge. */
const SIZE = 512;
/** How far the sun may go before shadows are laid anew, as the cosine of an angle. */
const SUN_MOVED = 0.9998;
/** Around the foot of a weed [m]. */
const WEED = { radius: 0.1, height: 0.12, dark: 0.4 };

interface Standing {
  x: number;
  z: number;
  radius: number;
  height: number;
  dark: number;
}

export class Contact {
  readonly uniforms: {
    contact: THREE.IUniform<THREE.DataTexture>;
    contactScale: THREE.IUniform<number>;
  };
  /** Two bytes a point: what is kept off the sky's light, and off the sun's. */
  private readonly texels = new Uint8Array(SIZE * SIZE * 2);
  private readonly standing: readonly Standing[];
  private readonly reach: number;
  private readonly laidFor = new THREE.Vector3();

  constructor(sea: Sea, weeds: readonly { root: readonly number[] }[]) {
    this.reach = sea.field.reach;
    this.standing = [
      ...sea.obstacles.map(({ x, y, top, radius }) => ({
        x,
        z: -y,
        radius: 0.8 * radius,
        height: top - sea.height(x, -y),
        dark: 0.8,
      })),
      ...weeds.map(({ root: [x = 0, y = 0] }) => ({ x, z: -y, ...WEED })),
    ];
    const texture = new THREE.DataTexture(this.texels, SIZE, SIZE, THREE.RGFormat);
    texture.magFilter = texture.minFilter = THREE.LinearFilter;
    this.uniforms = { contact: { value: texture }, contactScale: { value: 0.5 / this.reach } };
    for (const one of this.standing) this.layContact(one);
  }

  /** Lays the shadows anew if the sun has moved. */
  update(sunwards: THREE.Vector3): void {
    if (sunwards.dot(this.laidFor) > SUN_MOVED) return;
    this.laidFor.copy(sunwards);
    for (let at = 1; at < this.texels.length; at += 2) this.texels[at] = 0;
    for (const one of this.standing) this.layShadow(one, sunwards);
    this.uniforms.contact.value.needsUpdate = true;
  }

  dispose(): void {
    this.uniforms.contact.value.dispose();
  }

  /** Darkest under it, and the farther around it the higher it is. */
  private layContact({ x, z, radius, height, dark }: Standing): void {
    const fall = 0.05 + 0.16 * Math.min(height, 2 * radius);
    this.lay(0, [x - radius, x + radius], [z - radius, z + radius], 4 * fall, (px, pz) => {
      const outside = Math.hypot(px - x, pz - z) - 0.9 * radius;
      return dark * Math.exp(-Math.max(0, outside) / fall);
    });
  }

  /** Softer the farther it falls. */
  private layShadow({ x, z, radius, height, dark }: Standing, sunwards: THREE.Vector3): void {
    const length = Math.max(0, height) / sunwards.y;
    const [dx, dz] = [-sunwards.x * length, -sunwards.z * length];
    const square = Math.max(1e-9, dx * dx + dz * dz);
    const xs = [x, x + dx];
    const zs = [z, z + dz];
    this.lay(1, xs, zs, 1.6 * radius + 0.3 * length, (px, pz) => {
      const along = Math.min(1, Math.max(0, ((px - x) * dx + (pz - z) * dz) / square));
      const away = Math.hypot(px - x - along * dx, pz - z - along * dz);
      const wide = radius * (1 - 0.25 * along);
      const soft = 0.25 * radius + 0.22 * along * length;
      const t = Math.min(1, Math.max(0, (away - wide + soft) / (2 * soft)));
      return dark * (1 - 0.35 * along) * (1 - t * t * (3 - 2 * t));
    });
  }

  private lay(
    channel: 0 | 1,
    xs: readonly number[],
    zs: readonly number[],
    margin: number,
    dark: (x: number, z: number) => number,
  ): void {
    const step = (2 * this.reach) / SIZE;
    const texel = (at: number) =>
      Math.min(SIZE - 1, Math.max(0, Math.floor((at + this.reach) / step)));
    for (let j = texel(Math.min(...zs) - margin); j <= texel(Math.max(...zs) + margin); j++) {
      for (let i = texel(Math.min(...xs) - margin); i <= texel(Math.max(...xs) + margin); i++) {
        const at = 2 * (j * SIZE + i) + channel;
        const value = 255 * dark((i + 0.5) * step - this.reach, (j + 0.5) * step - this.reach);
        this.texels[at] = Math.max(this.texels[at] ?? 0, value);
      }
    }
  }
}
