/** Draws what all channels of a panorama show, for this one's part of it. */
import * as THREE from "three";
import { turnOf, uprightField } from "../../panorama/channel.ts";
import type { Panorama } from "../../panorama/panorama.ts";
import type { Lead, Led } from "../../wire/messages.ts";

export class ChannelView {
  readonly camera = new THREE.PerspectiveCamera();
  private readonly panorama: Panorama;

  constructor(panorama: Panorama) {
    this.panorama = panorama;
  }

  /** A moment, and where a camera is in it. */
  glance(camera: THREE.PerspectiveCamera, tick: number, seconds: number): Omit<Lead, "type"> {
    const { x, y, z } = camera.position;
    const ahead = camera.getWorldDirection(new THREE.Vector3());
    const up = new THREE.Vector3().setFromMatrixColumn(camera.matrixWorld, 1);
    return {
      tick,
      seconds,
      position: [x, -z, y],
      ahead: [ahead.x, -ahead.z, ahead.y],
      up: [up.x, -up.z, up.y],
    };
  }

  /** Stands where all stand, and looks where this one does. */
  stand({ position, ahead, up }: Led, from: THREE.PerspectiveCamera, aspect: number): void {
    const { channel } = this.panorama;
    if (!channel) return;
    const { camera } = this;
    const inPage = ([x, y, z]: readonly [number, number, number]) => new THREE.Vector3(x, z, -y);
    const upwards = inPage(up).normalize();
    const gaze = inPage(ahead).applyAxisAngle(upwards, turnOf(channel));
    camera.near = from.near;
    camera.far = from.far;
    camera.aspect = aspect;
    camera.fov = uprightField(channel, aspect);
    camera.position.copy(inPage(position));
    camera.up.copy(upwards);
    camera.lookAt(gaze.add(camera.position));
    camera.updateProjectionMatrix();
    camera.updateMatrixWorld();
  }
}
