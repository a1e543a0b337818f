/** The world in a headset: where one is in it, what each eye sees, and what hands do. */
import * as THREE from "three";
import type { Surroundings } from "../../../shell/registry.ts";
import { Controllers } from "../../../vr/controllers.ts";
import type { Area } from "../painter.ts";

/** From and to where one sees [m]. */
const NEAR = 0.03;
const FAR = 200;

export interface Eye {
  camera: THREE.PerspectiveCamera;
  area: Area;
}

export class HeadsetSession {
  /** Told when both eyes have been drawn, for tests. */
  drawn: ((eyes: readonly Eye[]) => void) | null = null;
  private readonly renderer: THREE.WebGLRenderer;
  private readonly around: Surroundings;
  private readonly controllers = new Controllers();
  private readonly eyes: Eye[] = [];
  /** Where the origin of the room is in the world: heads move a metre a metre. */
  private readonly room = new THREE.Matrix4();
  private readonly heading = new THREE.Quaternion();
  private readonly ahead = new THREE.Vector3();

  constructor(renderer: THREE.WebGLRenderer, around: Surroundings, ended: () => void) {
    this.renderer = renderer;
    this.around = around;
    around.headset.show = (session) => this.begin(session, ended);
  }

  get on(): boolean {
    return this.renderer.xr.isPresenting;
  }

  /** The picture of the headset; null while nobody knows where it is. */
  get picture(): THREE.WebGLRenderTarget | null {
    return this.on ? this.renderer.getRenderTarget() : null;
  }

  /** What the eyes saw last; null without a headset. */
  get seen(): readonly Eye[] | null {
    return this.on ? this.eyes : null;
  }

  /** What each eye sees of the world, for somebody who sits where a camera is. */
  look(from: THREE.PerspectiveCamera): readonly Eye[] {
    // Level: whoever is tilted by somebody else feels sick.
    from.getWorldDirection(this.ahead);
    const turn = Math.atan2(-this.ahead.x, -this.ahead.z);
    this.heading.setFromAxisAngle(THREE.Object3D.DEFAULT_UP, turn);
    this.room.makeRotationFromQuaternion(this.heading).setPosition(from.position);
    const { cameras } = this.renderer.xr.getCamera();
    while (this.eyes.length < cameras.length) {
      const camera = new THREE.PerspectiveCamera(60, 1, NEAR, FAR);
      this.eyes.push({ camera, area: { x: 0, y: 0, width: 1, height: 1 } });
    }
    this.eyes.length = cameras.length;
    for (const [k, given] of cameras.entries()) {
      const { camera, area } = this.eyes[k] as Eye;
      camera.matrix.multiplyMatrices(this.room, given.matrix);
      camera.matrix.decompose(camera.position, camera.quaternion, camera.scale);
      camera.updateMatrixWorld();
      camera.projectionMatrix.copy(given.projectionMatrix);
      camera.projectionMatrixInverse.copy(given.projectionMatrixInverse);
      const numbers = camera.projectionMatrix.elements;
      // Of its field whoever draws small things wants to know.
      camera.fov = (360 / Math.PI) * Math.atan(1 / (numbers[5] as number));
      camera.aspect = (numbers[5] as number) / (numbers[0] as number);
      const { x, y, z: width, w: height } = given.viewport as THREE.Vector4;
      Object.assign(area, { x, y, width, height });
    }
    return this.eyes;
  }

  /** What hands do; `feed` drops food where one looks. */
  heed(feed: () => void): void {
    const { boat, studio, player } = this.around;
    const hands = this.renderer.xr.getSession()?.inputSources ?? [];
    const { trigger, leave } = this.controllers.presses(hands);
    boat.controllers = this.controllers.pad(hands);
    if (leave) boat.leave();
    if (!trigger) return;
    const boats = studio.state.value.hello?.submarine && !player.recording;
    if (boats && !boat.aboard) boat.board();
    else feed();
  }

  async dispose(): Promise<void> {
    this.around.headset.show = null;
    await this.renderer.xr.getSession()?.end();
  }

  private async begin(session: XRSession, ended: () => void): Promise<void> {
    const { xr } = this.renderer;
    session.addEventListener("end", () => {
      this.around.boat.controllers = null;
      ended();
    });
    this.controllers.reset();
    // Where the head is now is where the camera is.
    xr.setReferenceSpaceType("local");
    session.updateRenderState({ depthNear: NEAR, depthFar: FAR });
    await xr.setSession(session);
  }
}
