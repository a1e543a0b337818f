/** Trees: a trunk, and a crown of leafy cards that are lit as one round thing. */
import TREE_FRAGMENT from "shaders/figures/tree.frag.glsl";
import TREE_VERTEX from "shaders/figures/tree.vert.glsl";
import TREE_SHADOW_FRAGMENT from "shaders/figures/tree_shadow.frag.glsl";
import * as THREE from "three";
import type { Daylight } from "../daylight.ts";
import { still } from "./plain.ts";
import type { TownPlan, Tree } from "./plan.ts";
import { Rolls } from "./rolls.ts";
import type { Shapes } from "./shapes.ts";

/** Cards of a crown: so many are enough to look full. */
const CARDS = 190;
const FEW_CARDS = 90;
const FAR_CARDS = 36;
/** Of the picture of leaves [pixels], and how many it shows. */
const SPRAY_PIXELS = 256;
const SPRAY_LEAVES = 85;

export interface Trees {
  crowns: THREE.Group;
  /** Those in the town, as casters of shadows. */
  casters: THREE.Mesh;
  /** The picture of leaves that they share. */
  leaves: THREE.Texture;
}

/** Adds trunks to what is plain; returns the crowns. */
export function plantTrees(
  { trees, woods }: Pick<TownPlan, "trees" | "woods">,
  shapes: Shapes,
  daylight: Daylight,
  frugal: boolean,
): Trees {
  const geometry = new Crowns(frugal ? FEW_CARDS : CARDS).grow(trees, shapes);
  const far = new Crowns(FAR_CARDS).grow(woods, shapes);
  const leaves = { value: spray() };
  const material = daylight.material(TREE_VERTEX, TREE_FRAGMENT, {
    uniforms: { leaves },
    side: THREE.DoubleSide,
  });
  const caster = new THREE.RawShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: TREE_VERTEX,
    fragmentShader: TREE_SHADOW_FRAGMENT,
    uniforms: { leaves },
    side: THREE.DoubleSide,
  });
  const crowns = new THREE.Group().add(still(geometry, material), still(far, material));
  return { crowns, casters: still(geometry, caster), leaves: leaves.value };
}

/** Leaves on a twig: how bright they are, and where there are any. */
function spray(): THREE.Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = SPRAY_PIXELS;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const rolls = new Rolls(5);
  const half = SPRAY_PIXELS / 2;
  for (let k = 0; k < SPRAY_LEAVES; k++) {
    const reach = 0.84 * half * Math.sqrt(rolls.next());
    const around = rolls.between(0, 2 * Math.PI);
    const bright = Math.round(rolls.between(120, 255));
    const size = rolls.between(0.1, 0.16) * half;
    pen.fillStyle = `rgb(${bright} ${bright} ${bright})`;
    pen.beginPath();
    pen.ellipse(
      half + reach * Math.cos(around),
      half + reach * Math.sin(around),
      size,
      0.55 * size,
      rolls.between(0, Math.PI),
      0,
      2 * Math.PI,
    );
    pen.fill();
  }
  const texture = new THREE.CanvasTexture(canvas);
  texture.generateMipmaps = true;
  texture.minFilter = THREE.LinearMipmapLinearFilter;
  return texture;
}

class Crowns {
  private readonly cards: number;
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly leaves: number[] = [];
  private readonly triangles: number[] = [];

  constructor(cards: number) {
    this.cards = cards;
  }

  grow(trees: readonly Tree[], shapes: Shapes): THREE.BufferGeometry {
    for (const [k, tree] of trees.entries()) this.tree(tree, shapes, new Rolls(771 + 13 * k));
    const geometry = new THREE.BufferGeometry();
    geometry.setAttribute("position", new THREE.Float32BufferAttribute(this.positions, 3));
    geometry.setAttribute("normal", new THREE.Float32BufferAttribute(this.normals, 3));
    geometry.setAttribute("leaf", new THREE.Float32BufferAttribute(this.leaves, 4));
    geometry.setIndex(this.triangles);
    return geometry;
  }

  private tree({ at: [x, y], height, crown }: Tree, shapes: Shapes, rolls: Rolls): void {
    const tall = height * rolls.between(0.92, 1.08);
    const wide = crown * rolls.between(0.92, 1.08);
    const stem = Math.max(0.25 * tall, tall - 1.85 * wide);
    const autumn = rolls.next() < 0.25 ? rolls.between(0.4, 1) : rolls.between(0, 0.25);
    shapes.at({ x, y, heading: rolls.between(0, 6) });
    shapes.pole([0, 0], [-0.05, stem + 0.8], [0.17, 0.1], "#51473d", 9);
    for (let k = 0; k < 4; k++) {
      const turn = (k * Math.PI) / 2 + rolls.between(-0.4, 0.4);
      const branch = new THREE.CylinderGeometry(0.03, 0.065, 1.5, 6);
      branch.translate(0, 0.75, 0).rotateX(Math.PI / 2 - 0.75);
      shapes.add(branch.rotateZ(turn).translate(0, 0, stem + 0.1), "#51473d");
    }
    const clumps = Array.from({ length: 7 }, (_, k) => {
      const turn = k * 2.4 + rolls.next();
      const out = k === 0 ? 0 : wide * rolls.between(0.42, 0.62);
      return {
        centre: new THREE.Vector3(
          x + out * Math.cos(turn),
          y + out * Math.sin(turn),
          stem + wide * rolls.between(0.75, 1.35) + (k === 0 ? 0.5 : 0),
        ),
        radius: wide * rolls.between(0.5, 0.68),
      };
    });
    const heart = new THREE.Vector3(x, y, stem + wide * 0.85);
    for (let k = 0; k < this.cards; k++) {
      const clump = clumps[k % clumps.length];
      if (clump) this.card(clump.centre, clump.radius, heart, autumn, rolls);
    }
  }

  /** On the skin of a clump; its light is that of the round crown. */
  private card(
    centre: THREE.Vector3,
    radius: number,
    heart: THREE.Vector3,
    autumn: number,
    rolls: Rolls,
  ): void {
    const out = new THREE.Vector3(
      rolls.between(-1, 1),
      rolls.between(-1, 1),
      rolls.between(-0.8, 1),
    ).normalize();
    const place = centre.clone().addScaledVector(out, radius * rolls.between(0.72, 1));
    const normal = place.clone().sub(heart).normalize().addScaledVector(out, 0.6).normalize();
    const tilted = out
      .clone()
      .add(new THREE.Vector3(rolls.between(-1, 1), rolls.between(-1, 1), rolls.between(-1, 1)))
      .normalize();
    const aside = new THREE.Vector3(0, 0, 1).cross(tilted).normalize();
    const up = tilted.cross(aside);
    // Few cards are larger.
    const size =
      rolls.between(0.5, 0.74) * Math.sqrt(CARDS / this.cards) * Math.min(1.2, 0.9 * radius);
    const first = this.positions.length / 3;
    const tint = rolls.next();
    for (const [u, v] of [
      [-1, -1],
      [1, -1],
      [1, 1],
      [-1, 1],
    ] as const) {
      this.positions.push(
        place.x + size * (u * aside.x + v * up.x),
        place.y + size * (u * aside.y + v * up.y),
        place.z + size * (u * aside.z + v * up.z),
      );
      this.normals.push(normal.x, normal.y, normal.z);
      this.leaves.push(u, v, tint, autumn * rolls.between(0.6, 1));
    }
    this.triangles.push(first, first + 1, first + 2, first, first + 2, first + 3);
  }
}
