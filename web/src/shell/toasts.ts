import { Store } from "./store.ts";

export interface Toast {
  id: number;
  kind: "refusal" | "happening";
  text: string;
  /** The stage that it is of, and shown on; without, it is shown on all. */
  stage: string | undefined;
}

const SHOWN_MS = 6000;
const MOST = 4;

/** Short notes that go away by themselves. */
export class Toasts {
  readonly list = new Store<{ toasts: Toast[] }>({ toasts: [] });
  private nextId = 1;

  show(kind: Toast["kind"], text: string, stage?: string): void {
    const toast = { id: this.nextId++, kind, text, stage };
    const others = this.list.value.toasts.filter((one) => one.kind !== kind || one.text !== text);
    // What another stage shows takes no room here.
    const elsewhere = others.filter((one) => one.stage !== stage);
    const here = others.filter((one) => one.stage === stage);
    this.list.set({ toasts: [...elsewhere, ...[...here, toast].slice(-MOST)] });
    setTimeout(() => this.dismiss(toast.id), SHOWN_MS);
  }

  /** What is to be seen on a stage, the newest last. */
  on(stage: string | undefined): Toast[] {
    const seen = this.list.value.toasts.filter((one) => !one.stage || one.stage === stage);
    return seen.slice(-MOST);
  }

  dismiss(id: number): void {
    const left = this.list.value.toasts.filter((toast) => toast.id !== id);
    if (left.length < this.list.value.toasts.length) this.list.set({ toasts: left });
  }
}
