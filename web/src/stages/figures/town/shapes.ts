/** Collects boxes, poles and balls in plain colours into one mesh. */
import * as THREE from "three";

export type Vector = readonly [number, number, number];

/** Ground below someone: where it is put, and how it is turned [rad]. */
export interface Spot {
  x: number;
  y: number;
  heading: number;
}

export class Shapes {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly colours: number[] = [];
  private readonly triangles: number[] = [];
  private spot: Spot = { x: 0, y: 0, heading: 0 };
  private readonly pen = new THREE.Color();

  /** What follows is drawn there, x forward. */
  at(spot: Spot): this {
    this.spot = spot;
    return this;
  }

  box(low: Vector, high: Vector, colour: THREE.ColorRepresentation): this {
    const geometry = new THREE.BoxGeometry(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
    geometry.translate((low[0] + high[0]) / 2, (low[1] + high[1]) / 2, (low[2] + high[2]) / 2);
    return this.add(geometry, colour);
  }

  /** Upright, from a height to another; its radius may change. */
  pole(
    [x, y]: readonly [number, number],
    [low, high]: readonly [number, number],
    [below, above]: readonly [number, number],
    colour: THREE.ColorRepresentation,
    sides = 8,
  ): this {
    const geometry = new THREE.CylinderGeometry(above, below, high - low, sides);
    geometry.rotateX(Math.PI / 2).translate(x, y, (low + high) / 2);
    return this.add(geometry, colour);
  }

  ball(
    [x, y, z]: Vector,
    radius: number,
    colour: THREE.ColorRepresentation,
    flat = 1,
    sides = 10,
  ): this {
    const geometry = new THREE.SphereGeometry(radius, sides, Math.max(4, sides - 3));
    geometry
      .rotateX(Math.PI / 2)
      .scale(1, 1, flat)
      .translate(x, y, z);
    return this.add(geometry, colour);
  }

  add(geometry: THREE.BufferGeometry, colour: THREE.ColorRepresentation): this {
    const { x, y, heading } = this.spot;
    geometry.rotateZ(heading).translate(x, y, 0);
    const first = this.positions.length / 3;
    this.positions.push(...(geometry.getAttribute("position").array as Float32Array));
    this.normals.push(...(geometry.getAttribute("normal").array as Float32Array));
    const { r, g, b } = this.pen.set(colour);
    for (let at = this.colours.length; at < this.positions.length; at += 3) {
      this.colours.push(r, g, b);
    }
    const index = geometry.getIndex();
    const count = index?.count ?? geometry.getAttribute("position").count;
    for (let k = 0; k < count; k++) this.triangles.push(first + (index?.getX(k) ?? k));
    geometry.dispose();
    return this;
  }

  get isEmpty(): boolean {
    return this.triangles.length === 0;
  }

  /** With position, normal and colour. */
  geometry(): THREE.BufferGeometry {
    const geometry = new THREE.BufferGeometry();
    const attribute = (numbers: number[]) => new THREE.Float32BufferAttribute(numbers, 3);
    geometry.setAttribute("position", attribute(this.positions));
    geometry.setAttribute("normal", attribute(this.normals));
    geometry.setAttribute("colour", attribute(this.colours));
    geometry.setIndex(this.triangles);
    return geometry;
  }
}
