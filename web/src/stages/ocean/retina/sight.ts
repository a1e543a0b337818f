/**
 * Draws what things are and how far away they are, instead of how they look: every object that has
 * been named (`userData.thing`, for all below it) is drawn by its own vertex shader, all others are
 * left out.
 */
import SIGHT_FRAGMENT from "shaders/ocean/sight.frag.glsl";
import * as THREE from "three";
import { THINGS } from "../../../wire/eyes.ts";

type Drawn = THREE.Mesh | THREE.Points | THREE.Line;

export class Sight {
  private readonly materials = new WeakMap<THREE.Material, THREE.Material>();

  /** Draws the scene once with other materials. */
  draw(renderer: THREE.WebGLRenderer, scene: THREE.Scene, camera: THREE.Camera): void {
    const undo: (() => void)[] = [];
    this.prepare(scene, null, undo);
    renderer.render(scene, camera);
    for (const one of undo) one();
  }

  private prepare(object: THREE.Object3D, above: string | null, undo: (() => void)[]): void {
    if (!object.visible) return;
    const thing: string | null = object.userData.thing ?? above;
    if (isDrawn(object)) {
      const { material, layers } = object;
      const own = thing && material instanceof THREE.RawShaderMaterial && isSolid(object, material);
      if (own) {
        object.material = this.of(material, thing, object instanceof THREE.Points);
        undo.push(() => {
          object.material = material;
        });
      } else {
        const { mask } = layers;
        layers.mask = 0;
        undo.push(() => {
          layers.mask = mask;
        });
      }
    }
    for (const child of object.children) this.prepare(child, thing, undo);
  }

  private of(material: THREE.RawShaderMaterial, thing: string, speck: boolean): THREE.Material {
    const known = this.materials.get(material);
    if (known) return known;
    const defines: Record<string, unknown> = { ...material.defines };
    if (thing === "fish") defines.FISH = "1";
    else defines.THING = THINGS[thing as keyof typeof THINGS].toFixed(1);
    if (speck) defines.SPECK = "1";
    const made = new THREE.RawShaderMaterial({
      glslVersion: THREE.GLSL3,
      vertexShader: material.vertexShader,
      fragmentShader: SIGHT_FRAGMENT,
      uniforms: material.uniforms,
      side: material.side,
      defines,
      blending: THREE.NoBlending,
    });
    this.materials.set(material, made);
    material.addEventListener("dispose", () => {
      this.materials.delete(material);
      made.dispose();
    });
    return made;
  }
}

function isDrawn(object: THREE.Object3D): object is Drawn {
  return (
    object instanceof THREE.Mesh ||
    object instanceof THREE.Points ||
    object instanceof THREE.Line ||
    object instanceof THREE.Sprite
  );
}

/** Light that is added to what is behind it is nothing that stands there; specks are. */
function isSolid(object: Drawn, material: THREE.Material): boolean {
  return object instanceof THREE.Points || material.blending !== THREE.AdditiveBlending;
}
