import { useEffect, useState } from "preact/hooks";
import { clockTime } from "../replay/moments.ts";
import { downloadBlob } from "../shell/files.ts";
import { Icon } from "../shell/Icon.tsx";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { filmProblem } from "./filming.ts";
import { pictureName } from "./lens.ts";
import { sizeText } from "./sizes.ts";

/** Pictures and films of the view, without its panels, as files. */
export function PicturesPanel({ around }: PanelProps) {
  const { studio, lens, filming } = around;
  const { hello, drawing } = useStore(studio.state);
  const { since, bytes } = useStore(filming.state);
  const [scale, setScale] = useState(1);
  const [trouble, setTrouble] = useState(filmProblem);
  const elapsed = useElapsed(since);
  const nameNow = (suffix: string) => {
    const { status } = studio.state.value;
    return pictureName(hello?.scenario ?? "", status?.time ?? 0, suffix);
  };
  const take = async () => {
    const name = nameNow("png");
    try {
      downloadBlob(await lens.take(scale), name);
    } catch (error) {
      setTrouble(`No picture could be taken: ${String(error)}`);
    }
  };
  const film = () => {
    if (since !== null) {
      filming.stop();
      return;
    }
    const name = nameNow("");
    filming.start(lens.canvas(), ({ data, suffix }) => downloadBlob(data, name + suffix));
  };
  const cannotFilm = filmProblem();
  return (
    <>
      <div class="shooting">
        <button
          type="button"
          class="button wide"
          data-testid="take-picture"
          // A film would change its size with it.
          disabled={!drawing || since !== null}
          title="Save the view without its panels as a PNG"
          onClick={(event) => {
            event.currentTarget.blur();
            take();
          }}
        >
          <Icon name="keep" />
          Take a picture
        </button>
        <select
          class="rate"
          aria-label="Size of the picture"
          title="As large as the window, or twice as sharp"
          data-testid="picture-scale"
          value={scale}
          onChange={(event) => {
            setScale(Number(event.currentTarget.value));
            event.currentTarget.blur();
          }}
        >
          <option value={1}>1×</option>
          <option value={2}>2×</option>
        </select>
      </div>
      <div class="shooting">
        <button
          type="button"
          class="button wide"
          data-testid="film-clip"
          aria-pressed={since !== null}
          disabled={!drawing || cannotFilm !== ""}
          title={since === null ? "Film the view without its panels" : "End the film and save it"}
          onClick={(event) => {
            event.currentTarget.blur();
            film();
          }}
        >
          <span class={since === null ? "sign-of" : "sign-of live"}>
            <Icon name={since === null ? "record" : "stop"} />
          </span>
          {since === null ? "Film" : "Stop and save"}
        </button>
        {since !== null && (
          <output data-testid="filmed">
            {clockTime(elapsed)} <small>{sizeText(bytes)}</small>
          </output>
        )}
      </div>
      {trouble && (
        <p class="note warning" role="status">
          {trouble}
        </p>
      )}
    </>
  );
}

/** Seconds since then, told a few times a second. */
function useElapsed(since: number | null): number {
  const [now, setNow] = useState(0);
  useEffect(() => {
    if (since === null) return undefined;
    const tell = () => setNow(performance.now());
    tell();
    const timer = setInterval(tell, 100);
    return () => clearInterval(timer);
  }, [since]);
  return since === null ? 0 : Math.max(0, now - since) / 1000;
}
