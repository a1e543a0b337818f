/** Marks the fish that was clicked on with a ring, and what it is after with another. */
import RING_FRAGMENT from "shaders/ocean/ring.frag.glsl";
import RING_VERTEX from "shaders/ocean/ring.vert.glsl";
import * as THREE from "three";

const OWN = "#ffffff";
const AIM = "#ffb469";
/** Of a ring, in body lengths; a thing's is as large as [m]. */
const RADIUS_IN_LENGTHS = 0.62;
const THING = 0.06;
/** Rings are never smaller [pixels]. */
const LEAST_PIXELS = 11;

/** As shaders write it. */
function seen(colour: string): THREE.Color {
  return new THREE.Color(colour).convertLinearToSRGB();
}

function ring(colour: string): THREE.Mesh<THREE.PlaneGeometry, THREE.ShaderMaterial> {
  const material = new THREE.ShaderMaterial({
    glslVersion: THREE.GLSL3,
    vertexShader: RING_VERTEX,
    fragmentShader: RING_FRAGMENT,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    uniforms: {
      colour: { value: seen(colour) },
      radius: { value: 1 },
      least: { value: LEAST_PIXELS },
      perPixel: { value: 1 },
    },
  });
  const mesh = new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material);
  mesh.frustumCulled = false;
  mesh.renderOrder = 3;
  return mesh;
}

/** Something in the sea, in page coordinates; a fish has a length [m]. */
export interface Marked {
  place: THREE.Vector3;
  length?: number;
}

export class Marker {
  readonly object = new THREE.Group();
  private readonly own = ring(OWN);
  private readonly aim = ring(AIM);
  private readonly ends = new THREE.BufferAttribute(new Float32Array(6), 3);
  private readonly line: THREE.Line;

  constructor() {
    const geometry = new THREE.BufferGeometry().setAttribute("position", this.ends);
    const material = new THREE.LineBasicMaterial({
      color: AIM,
      transparent: true,
      opacity: 0.55,
      depthTest: false,
      depthWrite: false,
    });
    this.line = new THREE.Line(geometry, material);
    this.line.frustumCulled = false;
    this.line.renderOrder = 3;
    this.object.add(this.own, this.aim, this.line);
    this.object.visible = false;
  }

  /** Puts the rings around these; null for none. */
  show(own: Marked | null, aim: Marked | null): void {
    this.object.visible = own !== null;
    this.aim.visible = this.line.visible = aim !== null;
    if (!own) return;
    surround(this.own, own);
    if (!aim) return;
    surround(this.aim, aim);
    this.ends.setXYZ(0, own.place.x, own.place.y, own.place.z);
    this.ends.setXYZ(1, aim.place.x, aim.place.y, aim.place.z);
    this.ends.needsUpdate = true;
  }

  /** How it looks from here, on so many pixels from top to bottom. */
  face(camera: THREE.PerspectiveCamera, pixels: number, pixelRatio: number): void {
    const perPixel = (2 * Math.tan((camera.fov * Math.PI) / 360)) / Math.max(1, pixels);
    for (const { material } of [this.own, this.aim]) {
      (material.uniforms.perPixel as THREE.IUniform).value = perPixel;
      (material.uniforms.least as THREE.IUniform).value = LEAST_PIXELS * pixelRatio;
    }
  }

  dispose(): void {
    this.line.geometry.dispose();
    (this.line.material as THREE.Material).dispose();
  }
}

function surround(
  { position, material }: THREE.Mesh<THREE.PlaneGeometry, THREE.ShaderMaterial>,
  { place, length }: Marked,
): void {
  position.copy(place);
  (material.uniforms.radius as THREE.IUniform).value =
    length === undefined ? THING : length * RADIUS_IN_LENGTHS;
}
