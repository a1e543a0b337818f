/** This page as a channel of a panorama: it leads or follows, and shows what all show. */
import { Store } from "../shell/store.ts";
import type { Studio } from "../shell/studio.ts";
import type { Lead, Led } from "../wire/messages.ts";
import type { Channel } from "./channel.ts";

/** Which frames come late is waited for, but no longer than for so many messages. */
const MOST_WAITING = 8;

export class Panorama {
  /** null: this page is no channel. */
  readonly channel: Channel | null;
  /** What is shown now. */
  led: Led | null = null;
  /** Whether anybody has led yet. */
  readonly heard = new Store<{ any: boolean }>({ any: false });
  private readonly studio: Studio;
  private waiting: Led[] = [];

  constructor(studio: Studio, channel: Channel | null) {
    this.studio = studio;
    this.channel = channel;
    if (!channel) return;
    let greeted: unknown = null;
    studio.heardLed = (led) => {
      this.waiting = [...this.waiting, led].slice(-MOST_WAITING);
    };
    studio.state.watch(({ hello }) => {
      if (!hello || hello === greeted) return;
      greeted = hello;
      this.led = null;
      this.heard.set({ any: false });
      this.waiting = [];
      studio.send({ type: "follow" });
    });
  }

  /** Whether there may be other windows beside this one. */
  get isOffered(): boolean {
    return this.studio.isShared;
  }

  get leads(): boolean {
    return this.channel?.side === "centre";
  }

  /** Only a picture: another window has the controls. */
  get bare(): boolean {
    return this.channel !== null && !this.leads;
  }

  lead(glance: Omit<Lead, "type">): void {
    this.studio.send({ type: "lead", ...glance });
  }

  /** The newest whose frames are here, between these ticks; the one before while there is none. */
  due(oldest: number, newest: number): Led | null {
    const come = this.waiting.filter(({ tick }) => tick >= oldest && tick <= newest);
    const last = come.at(-1);
    if (last) {
      this.led = last;
      if (!this.heard.value.any) this.heard.set({ any: true });
      this.waiting = this.waiting.filter(({ number }) => number > last.number);
    }
    return this.led;
  }
}
