/** Where a puppet in space plays: a round floor in a pool of light. */
import * as THREE from "three";
import type { Place } from "../../puppet/document.ts";

const SHADOW_PIXELS = 1024;

export class Hall {
  readonly object = new THREE.Group();
  readonly background = dusk();
  private readonly sun = new THREE.DirectionalLight("#fff1d8", 2.9);
  private readonly floor: THREE.Mesh<THREE.CircleGeometry, THREE.MeshStandardMaterial>;
  private readonly walls: THREE.LineSegments<THREE.EdgesGeometry, THREE.LineBasicMaterial>;

  constructor() {
    const sky = new THREE.HemisphereLight("#e2f1f5", "#a06a42", 1.5);
    sky.position.set(0, 0, 1);
    const rim = new THREE.DirectionalLight("#5fe0d0", 0.7);
    rim.position.set(-3, 3, 2);
    this.sun.castShadow = true;
    this.sun.shadow.mapSize.set(SHADOW_PIXELS, SHADOW_PIXELS);
    this.sun.shadow.radius = 5;
    this.sun.shadow.bias = -0.0006;
    this.sun.shadow.normalBias = 0.022;
    this.floor = new THREE.Mesh(
      new THREE.CircleGeometry(1, 96),
      new THREE.MeshStandardMaterial({ map: boards(), roughness: 0.85, transparent: true }),
    );
    this.floor.receiveShadow = true;
    this.walls = new THREE.LineSegments(
      new THREE.EdgesGeometry(new THREE.BoxGeometry(1, 1, 1)),
      new THREE.LineBasicMaterial({ color: "#9cc4cd", transparent: true, opacity: 0.13 }),
    );
    this.object.add(sky, rim, this.sun, this.sun.target, this.floor, this.walls);
  }

  setStage(low: Place, high: Place): void {
    const middle = low.map((value, axis) => (value + (high[axis] ?? 0)) / 2) as Place;
    const size = low.map((value, axis) => (high[axis] ?? 0) - value) as Place;
    const reach = 0.5 * Math.hypot(size[0], size[1]);
    this.floor.position.set(middle[0], middle[1], low[2]);
    this.floor.scale.setScalar(2.2 * reach);
    this.walls.position.set(...middle);
    this.walls.scale.set(...size);
    this.sun.target.position.set(...middle);
    this.sun.position.set(middle[0] + 1.6, middle[1] - 3.4, low[2] + size[2] + 2.5);
    const { camera } = this.sun.shadow;
    const around = Math.max(reach, size[2] / 2) * 1.15;
    camera.left = camera.bottom = -around;
    camera.right = camera.top = around;
    camera.near = 0.1;
    camera.far = 30;
    camera.updateProjectionMatrix();
  }

  dispose(): void {
    this.background.dispose();
    this.floor.geometry.dispose();
    this.floor.material.map?.dispose();
    this.floor.material.dispose();
    this.walls.geometry.dispose();
    this.walls.material.dispose();
    this.sun.dispose();
  }
}

/** A dark wall on which some of the light falls. */
function dusk(): THREE.Texture {
  const canvas = document.createElement("canvas");
  canvas.width = 256;
  canvas.height = 160;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const light = pen.createRadialGradient(105, 92, 4, 105, 92, 150);
  light.addColorStop(0, "#3c7480");
  light.addColorStop(0.45, "#1c4451");
  light.addColorStop(1, "#08202b");
  pen.fillStyle = light;
  pen.fillRect(0, 0, 256, 160);
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  return texture;
}

/** Boards under a lamp that fade into the dark. */
function boards(): THREE.Texture {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = 1024;
  const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
  const light = pen.createRadialGradient(512, 512, 30, 512, 512, 512);
  light.addColorStop(0, "#e8c79a");
  light.addColorStop(0.35, "#c1925f");
  light.addColorStop(0.7, "#5c4636");
  light.addColorStop(1, "#0d2733");
  pen.fillStyle = light;
  pen.fillRect(0, 0, 1024, 1024);
  for (let k = 0; k < 32; k++) {
    pen.fillStyle = `rgb(40 20 8 / ${3 + ((k * 7) % 5) * 1.6}%)`;
    pen.fillRect(0, k * 32, 1024, 32);
    pen.fillStyle = "rgb(30 14 6 / 26%)";
    pen.fillRect(0, k * 32, 1024, 1.4);
    pen.fillRect((k * 397) % 1024, k * 32, 1.4, 32);
  }
  const fade = pen.createRadialGradient(512, 512, 300, 512, 512, 510);
  fade.addColorStop(0, "rgb(0 0 0 / 0%)");
  fade.addColorStop(1, "rgb(0 0 0 / 100%)");
  pen.globalCompositeOperation = "destination-out";
  pen.fillStyle = fade;
  pen.fillRect(0, 0, 1024, 1024);
  const texture = new THREE.CanvasTexture(canvas);
  texture.colorSpace = THREE.SRGBColorSpace;
  texture.anisotropy = 4;
  return texture;
}
