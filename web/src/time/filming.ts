/** Films a canvas, as long as one likes. */
import { Store } from "../shell/store.ts";

/** Of a film, the best that the browser writes. */
const KINDS = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];
const PICTURES_A_SECOND = 60;
const BITS_A_SECOND = 12_000_000;
/** Longer films fill the memory of the page: they stop by themselves [bytes]. */
const MOST_BYTES = 500_000_000;
/** What is filmed is handed over so often [ms]. */
const SLICE_MS = 500;

export interface FilmingState {
  /** When it began [ms]; null while nothing is filmed. */
  since: number | null;
  bytes: number;
}

export interface Film {
  data: Blob;
  suffix: string;
}

/** Why films cannot be made here, in a sentence; empty if they can. */
export function filmProblem(): string {
  const canCapture = "captureStream" in HTMLCanvasElement.prototype;
  if (canCapture && "MediaRecorder" in globalThis && kindOf()) return "";
  return "This browser cannot film; Chrome, Edge and Firefox can.";
}

function kindOf(): string | undefined {
  return KINDS.find((kind) => MediaRecorder.isTypeSupported(kind));
}

export class Filming {
  readonly state = new Store<FilmingState>({ since: null, bytes: 0 });
  private recorder: MediaRecorder | null = null;

  /** Films until `stop`, or until it is too long; `done` is given the film. */
  start(canvas: HTMLCanvasElement, done: (film: Film) => void): void {
    if (this.recorder) return;
    const stream = canvas.captureStream(PICTURES_A_SECOND);
    const recorder = new MediaRecorder(stream, {
      mimeType: kindOf() ?? "",
      videoBitsPerSecond: BITS_A_SECOND,
    });
    const parts: Blob[] = [];
    recorder.ondataavailable = ({ data }) => {
      parts.push(data);
      const bytes = this.state.value.bytes + data.size;
      this.state.set({ bytes });
      if (bytes > MOST_BYTES) this.stop();
    };
    recorder.onstop = () => {
      for (const track of stream.getTracks()) track.stop();
      this.recorder = null;
      this.state.set({ since: null, bytes: 0 });
      const { mimeType } = recorder;
      done({
        data: new Blob(parts, { type: mimeType }),
        suffix: mimeType.includes("mp4") ? "mp4" : "webm",
      });
    };
    recorder.start(SLICE_MS);
    this.recorder = recorder;
    this.state.set({ since: performance.now(), bytes: 0 });
  }

  stop(): void {
    if (this.recorder?.state === "recording") this.recorder.stop();
  }
}
