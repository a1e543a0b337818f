/** What a problem is about. */
import { type Chosen, KINDS, type Kind } from "../../puppet/document.ts";

/** From where it is said to be: "rod[3].ends". */
export function thingNamed(where: string): Chosen | null {
  const [, kind, index] = /^(\w+)\[(\d+)\]/.exec(where) ?? [];
  const known = (KINDS as readonly string[]).includes(kind ?? "");
  return known ? { kind: kind as Kind, index: Number(index) } : null;
}
