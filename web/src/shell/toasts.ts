import { Store } from "./store.ts";

export interface Toast {
  id: number;
  kind: "refusal" | "happening";
  text: string;
}

const SHOWN_MS = 6000;
const MOST = 4;

/** Short notes that go away by themselves. */
export class Toasts {
  readonly list = new Store<{ toasts: Toast[] }>({ toasts: [] });
  private nextId = 1;

  show(kind: Toast["kind"], text: string): void {
    const toast = { id: this.nextId++, kind, text };
    this.list.set({ toasts: [...this.list.value.toasts, toast].slice(-MOST) });
    setTimeout(() => this.dismiss(toast.id), SHOWN_MS);
  }

  dismiss(id: number): void {
    const left = this.list.value.toasts.filter((toast) => toast.id !== id);
    if (left.length < this.list.value.toasts.length) this.list.set({ toasts: left });
  }
}
