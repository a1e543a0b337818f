/** What messages must be like; whatever does not fit is named, never guessed at. */
import { ProtocolError, WireError } from "./snapshot.ts";

export type Check = (value: unknown) => boolean;
/** By type of message, what each field must be. */
export type Fields<Type extends string> = Record<Type, Record<string, Check>>;

export const isNumber: Check = (value) => typeof value === "number" && Number.isFinite(value);
export const isCount: Check = (value) => Number.isInteger(value) && (value as number) >= 0;
export const isText: Check = (value) => typeof value === "string";
export const isFlag: Check = (value) => typeof value === "boolean";

export function isListOf(is: Check, length?: number): Check {
  return (value) =>
    Array.isArray(value) && value.every(is) && (length === undefined || value.length === length);
}

export const isVector = isListOf(isNumber, 3);

export function isOrNull(is: Check): Check {
  return (value) => value === null || is(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function fits(value: unknown, fields: Record<string, Check>): boolean {
  return firstMisfit(value, fields) === undefined;
}

/** A message with all its fields. hello: the type that says the version, which must be `ours`. */
export function readMessage<Message extends { type: string }>(
  text: string,
  known: Fields<Message["type"]>,
  hello: Message["type"],
  ours: number,
  protocol: string,
): Message {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new WireError("message of the studio is not JSON");
  }
  const type = isObject(value) ? value.type : undefined;
  if (typeof type !== "string" || !Object.hasOwn(known, type)) {
    const names = Object.keys(known).join(", ");
    throw new WireError(`message of unknown type ${JSON.stringify(type)}; known are ${names}`);
  }
  const message = value as Message & { protocol?: number };
  // Before all else: another version may have other fields.
  if (type === hello && isNumber(message.protocol) && message.protocol !== ours) {
    throw new ProtocolError(message.protocol as number, ours, protocol);
  }
  const wrong = firstMisfit(value, known[message.type as Message["type"]]);
  if (wrong)
    throw new WireError(`message "${type}": field "${wrong}" is missing or of a wrong type`);
  return message;
}

function firstMisfit(value: unknown, fields: Record<string, Check>): string | undefined {
  if (!isObject(value)) return "";
  return Object.keys(fields).find((name) => !fields[name]?.(value[name]));
}
