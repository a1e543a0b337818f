/** Slow motion of a living world: what can be chosen, and the next of it. */
import { rateBeside, ratesOf } from "../replay/moments.ts";
import type { Studio } from "../shell/studio.ts";

/** One choice slower or faster; at the end of the choices nothing is asked for. */
export function changePace(studio: Pick<Studio, "state" | "send">, faster: boolean): void {
  const { hello, status } = studio.state.value;
  if (!hello || !status) return;
  const choices = ratesOf({ rates: hello.limits.rate }, status.rate);
  const value = rateBeside(choices, status.rate, faster);
  if (value !== status.rate) studio.send({ type: "rate", value });
}
