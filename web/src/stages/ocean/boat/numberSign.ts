/** A round sign with the number of a submarine, which looks at whoever looks at it. */
import * as THREE from "three";
import type { Livery } from "../../../boat/livery.ts";

const PIXELS = 128;
/** [m] */
const SIZE = 0.5;

export function numberSign(number: number, { paint, ink }: Livery): THREE.Sprite {
  const canvas = document.createElement("canvas");
  canvas.width = canvas.height = PIXELS;
  const pen = canvas.getContext("2d");
  const middle = PIXELS / 2;
  if (pen) {
    pen.arc(middle, middle, middle - 6, 0, 2 * Math.PI);
    pen.fillStyle = paint;
    pen.fill();
    pen.lineWidth = 8;
    pen.strokeStyle = ink;
    pen.stroke();
    pen.font = `700 ${0.62 * PIXELS}px system-ui, sans-serif`;
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = ink;
    pen.fillText(String(number), middle, 1.06 * middle);
  }
  const map = new THREE.CanvasTexture(canvas);
  map.colorSpace = THREE.SRGBColorSpace;
  const sign = new THREE.Sprite(new THREE.SpriteMaterial({ map, transparent: true }));
  sign.scale.setScalar(SIZE);
  return sign;
}
