/** How the submarine moves, as whoever steers it reads it from instruments. Pure, for tests. */
import { attitudeOf, type SubmarineFrame } from "../wire/vessels.ts";

export interface Motion {
  /** Ahead [m/s]; negative astern. */
  speed: number;
  /** Below the surface [m]. */
  depth: number;
  /** Upwards [m/s]. */
  climb: number;
  /** Of the compass, 0 is north, 90 east [degrees]. */
  bearing: number;
  /** Bow up [degrees]. */
  pitch: number;
  /** Left side up [degrees]. */
  roll: number;
}

const DEGREES = 180 / Math.PI;
const WINDS = ["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

export function atRest(): Motion {
  return { speed: 0, depth: 0, climb: 0, bearing: 0, pitch: 0, roll: 0 };
}

/** Of a boat in water whose surface is so high [m]. */
export function readMotion(boat: SubmarineFrame, waterline: number, out: Motion): void {
  const { heading, pitch, roll } = attitudeOf(boat.orientation);
  const [x, y, z] = boat.velocity;
  const level = Math.cos(pitch);
  out.speed = level * (x * Math.cos(heading) + y * Math.sin(heading)) + z * Math.sin(pitch);
  out.depth = waterline - boat.position[2];
  out.climb = z;
  out.bearing = (90 - heading * DEGREES + 720) % 360;
  out.pitch = pitch * DEGREES;
  out.roll = roll * DEGREES;
}

/** "042° NE" */
export function courseText(bearing: number): string {
  const whole = Math.round(bearing) % 360;
  return `${String(whole).padStart(3, "0")}° ${WINDS[Math.round(bearing / 45) % 8]}`;
}

/** Without a sign before zero. */
export function plain(value: number, digits: number): string {
  const text = value.toFixed(digits);
  return Number(text) === 0 ? (0).toFixed(digits) : text.replace("-", "−");
}

/** What moves up or down says so: "+0.3", "−0.3", "0.0". */
export function signed(value: number, digits: number): string {
  const text = plain(value, digits);
  return value > 0 && Number(text) !== 0 ? `+${text}` : text;
}
