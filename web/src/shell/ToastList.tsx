import { useStore } from "./store.ts";
import type { Toasts } from "./toasts.ts";

export function ToastList({ toasts, stage }: { toasts: Toasts; stage: string | undefined }) {
  useStore(toasts.list);
  return (
    <ol class="toasts" aria-live="polite" data-testid="toasts">
      {toasts.on(stage).map(({ id, kind, text }) => (
        <li key={id} class={`toast glass ${kind}`}>
          <span>{text}</span>
          <button type="button" aria-label="Dismiss" onClick={() => toasts.dismiss(id)}>
            ×
          </button>
        </li>
      ))}
    </ol>
  );
}
