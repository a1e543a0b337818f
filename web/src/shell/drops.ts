/** Files that are dropped on the stage. */

/** Who takes files. */
interface Taker {
  takeFile(file: File): Promise<void>;
}

/** Returns what ends it. */
export function watchDrops(host: HTMLElement, taker: Taker): () => void {
  const listening = new AbortController();
  const options = { signal: listening.signal };
  host.addEventListener(
    "dragover",
    (event) => {
      event.preventDefault();
      host.classList.add("dropping");
    },
    options,
  );
  host.addEventListener("dragleave", () => host.classList.remove("dropping"), options);
  host.addEventListener(
    "drop",
    (event) => {
      event.preventDefault();
      host.classList.remove("dropping");
      const file = event.dataTransfer?.files[0];
      if (file) void taker.takeFile(file);
    },
    options,
  );
  return () => listening.abort();
}
