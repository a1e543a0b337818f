/** Where a puppet in space plays: round boards in a pool of light, within a curtain. */
import * as THREE from "three";
import type { Place } from "../../puppet/document.ts";

const SHADOW_PIXELS = 1024;
/** Of the curtain: how far off it hangs and how high, as shares of the stage, and its folds. */
const CURTAIN_REACH = 1.75;
const CURTAIN_HEIGHT = 2.4;
const FOLDS = 54;

export class Hall {
  readonly object = new THREE.Group();
  readonly background = dusk();
  private readonly sun = new THREE.DirectionalLight("#fff1d8", 2.9);
  private readonly floor: THREE.Mesh<THREE.CircleGeometry, THREE.MeshStandardMaterial>;
  private readonly curtain = curtain();
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
    this.object.add(sky, rim, this.sun, this.sun.target, this.floor, this.curtain, this.walls);
  }

  setStage(low: Place, high: Place): void {
    const middle = low.map((value, axis) => (value + (high[axis] ?? 0)) / 2) as Place;
    const size = low.map((value, axis) => (high[axis] ?? 0) - value) as Place;
    const reach = 0.5 * Math.hypot(size[0], size[1]);
    this.floor.position.set(middle[0], middle[1], low[2]);
    this.floor.scale.setScalar(2.2 * reach);
    this.curtain.position.set(middle[0], middle[1], low[2]);
    this.curtain.scale.set(CURTAIN_REACH * reach, CURTAIN_REACH * reach, CURTAIN_HEIGHT * size[2]);
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
    this.curtain.geometry.dispose();
    this.curtain.material.dispose();
    this.walls.geometry.dispose();
    this.walls.material.dispose();
    this.sun.dispose();
  }
}

/** Velvet in folds all around, of which only what is across the stage is seen; darker above. */
function curtain(): THREE.Mesh<THREE.CylinderGeometry, THREE.MeshStandardMaterial> {
  const geometry = new THREE.CylinderGeometry(1, 1, 1, 8 * FOLDS, 6, true);
  geometry.rotateX(Math.PI / 2).translate(0, 0, 0.5);
  const places = geometry.getAttribute("position");
  const colours: number[] = [];
  for (let k = 0; k < places.count; k++) {
    const [x, y, z] = [places.getX(k), places.getY(k), places.getZ(k)];
    const turn = Math.atan2(y, x);
    const fold = Math.sin(FOLDS * turn + 1.3 * Math.sin(5 * turn) + 0.5 * Math.sin(2 * z));
    const reach = 1 + 0.022 * fold;
    places.setXY(k, reach * x, reach * y);
    // Folds that lie deep get little light; so does what is high above.
    const light = (0.42 - 0.3 * fold) * (0.22 + 0.78 * (1 - z) ** 2.2);
    colours.push(light, light, light);
  }
  geometry.setAttribute("color", new THREE.Float32BufferAttribute(colours, 3));
  geometry.computeVertexNormals();
  const material = new THREE.MeshStandardMaterial({
    color: "#8e1f26",
    vertexColors: true,
    roughness: 0.95,
    side: THREE.BackSide,
  });
  return new THREE.Mesh(geometry, material);
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
  const fade = pen.createRadialGradient(512, 512, 420, 512, 512, 510);
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
