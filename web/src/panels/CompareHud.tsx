import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { LEVEL_COLOUR } from "../stages/ocean/fish/levels.ts";
import type { Comparison } from "../wire/messages.ts";

/** While two twins are compared: who is who, what they are told, and how far they have come apart. */
export function CompareHud({ around: { studio, moment } }: PanelProps) {
  const { hello } = useStore(studio.state);
  const { seconds, apart, swum } = useStore(moment);
  const comparison = hello?.comparison;
  if (!comparison) return null;
  const { now, next } = cuesAt(comparison, seconds);
  const share = (at: number) => `${Math.min(100, (at / comparison.seconds) * 100).toFixed(2)}%`;
  return (
    <>
      <div class="twins">
        <p class="twin-label first" data-testid="twin-muscle">
          <i class="dot" style={{ background: LEVEL_COLOUR.muscles }} aria-hidden="true" />
          Muscles <small>simulated</small>
        </p>
        <p class="twin-label second" data-testid="twin-repertoire">
          <i class="dot" style={{ background: LEVEL_COLOUR.playback }} aria-hidden="true" />
          Playback <small>replayed</small>
        </p>
      </div>
      <section class="compare glass" aria-label="Comparison" data-testid="comparison">
        <div class="cue-line">
          <p class="cue" role="status">
            <span data-testid="cue">{now?.text ?? "…"}</span>
            {next && (
              <small>
                {" "}
                then {next.text} in {Math.max(0, next.at - seconds).toFixed(0)} s
              </small>
            )}
          </p>
          <p class="apart" title="How far the two have come apart, in body lengths.">
            apart <output data-testid="apart">{apart.toFixed(2)}</output> L after {swum.toFixed(0)}{" "}
            L
          </p>
          {comparison.leavable && (
            <button
              type="button"
              class="button"
              data-testid="stop-comparing"
              title="Back to where you were (Esc)"
              onClick={() => studio.send({ type: "compare", on: false, id: null })}
            >
              Leave<kbd>Esc</kbd>
            </button>
          )}
        </div>
        <div class="cues" aria-hidden="true" style={{ "--filled": share(seconds) }}>
          {comparison.cues.map(({ at, text }) => (
            <i
              key={`${at} ${text}`}
              class={at <= seconds ? "given" : undefined}
              style={{ left: share(at) }}
              title={text}
            />
          ))}
        </div>
      </section>
    </>
  );
}

function cuesAt({ cues }: Comparison, seconds: number) {
  const given = cues.filter(({ at }) => at <= seconds);
  return { now: given.at(-1), next: cues[given.length] };
}
