import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { PanelProps } from "../shell/registry.ts";
import { useStore } from "../shell/store.ts";
import { BackToWorld } from "../time/BackToWorld.tsx";
import type { Recorded } from "../wire/messages.ts";
import { Icon } from "./Icon.tsx";
import { colourOf, type Pile, pileAt, pilesOf } from "./marks.ts";
import { clockTime, dateText, FRAME_RATE, ratesOf, rateText, shareOf } from "./moments.ts";
import type { Player } from "./player.ts";

/** Kinds of marks in a tip at most. */
const MOST_LINES = 6;

/** At the foot of a recording: where it is, what happened when, and how it is played. */
export function TimeLine({ around: { studio, player } }: PanelProps) {
  const { hello, status, connection } = useStore(studio.state);
  useStore(player.state);
  const recording = hello?.recording;
  const disabled = !status?.running || connection.phase !== "open";
  const { paused, rate, time, atEnd } = player;
  useFrames(!paused && !disabled);
  if (!recording) return null;
  const again = paused && atEnd;
  const play = again ? "Play again" : paused ? "Play" : "Pause";
  const passed = time - recording.first;
  return (
    <section class="time-line glass" aria-label="Recording" data-testid="time-line">
      <Track player={player} recording={recording} time={time} disabled={disabled} />
      <div class="playing">
        <div class="buttons">
          <IconButton
            name="step-back"
            label="One frame back"
            keys=","
            icon="stepBack"
            disabled={disabled || passed <= 0}
            onClick={() => player.step(true)}
          />
          <IconButton
            name="play"
            label={play}
            keys="space"
            icon={again ? "again" : paused ? "play" : "pause"}
            disabled={disabled}
            onClick={() => player.toggle()}
          />
          <IconButton
            name="step-on"
            label="One frame on"
            keys="."
            icon="stepOn"
            disabled={disabled || atEnd}
            onClick={() => player.step(false)}
          />
        </div>
        <p class="times">
          <output data-testid="replay-time">{clockTime(passed, 2)}</output>
          <span> / {clockTime(recording.seconds)}</span>
        </p>
        <p class="recorded" data-testid="recorded" title={`${recording.file}: ${hello.scenario}`}>
          <b>{recording.file}</b>
          {recording.problem && <em title={recording.problem}>not whole </em>}
          {hello.scenario}, {dateText(recording.made)}
        </p>
        <BackToWorld studio={studio} name="back-to-world" />
        <select
          class="rate"
          data-testid="rate"
          aria-label="How fast it is played"
          title="How fast it is played (< >)"
          disabled={disabled}
          value={rate}
          onChange={(event) => {
            player.setRate(Number(event.currentTarget.value));
            // The keys belong to the page again.
            event.currentTarget.blur();
          }}
        >
          {ratesOf(recording, rate).map((one) => (
            <option key={one} value={one}>
              {rateText(one)}
            </option>
          ))}
        </select>
      </div>
    </section>
  );
}

interface TrackProps {
  player: Player;
  recording: Recorded;
  time: number;
  disabled: boolean;
}

/** The line itself: a hand to drag, marks above it, and a tip of what is under the pointer. */
function Track({ player, recording, time, disabled }: TrackProps) {
  const line = useRef<HTMLDivElement>(null);
  const width = useWidth(line);
  const [pointed, setPointed] = useState<number | null>(null);
  const piles = useMemo(() => pilesOf(recording.marks, recording, width), [recording, width]);
  // The same element, so that a picture a frame does not compare hundreds of marks.
  const marks = useMemo(() => <Marks piles={piles} />, [piles]);
  const share = shareOf(recording, time);
  const follow = (event: PointerEvent) => {
    const box = line.current?.getBoundingClientRect();
    if (!box?.width) return;
    setPointed(Math.min(1, Math.max(0, (event.clientX - box.left) / box.width)));
  };
  return (
    <div class="track" onPointerMove={follow} onPointerLeave={() => setPointed(null)}>
      <div class="line" ref={line} aria-hidden="true">
        {marks}
        {pointed !== null && (
          <Tip
            share={pointed}
            time={pointed * recording.seconds}
            pile={pileAt(piles, pointed, width)}
          />
        )}
      </div>
      <input
        type="range"
        data-testid="seek"
        aria-label="Time"
        aria-valuetext={`${clockTime(time - recording.first)} of ${clockTime(recording.seconds)}`}
        min={0}
        max={Math.round(recording.seconds * FRAME_RATE)}
        step={1}
        value={Math.round((time - recording.first) * FRAME_RATE)}
        disabled={disabled}
        style={{ "--filled": `${share * 100}%` }}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId);
          player.hold();
          follow(event);
        }}
        onInput={(event) =>
          player.seek(recording.first + event.currentTarget.valueAsNumber / FRAME_RATE)
        }
        // However the hand ends: lifted, lost to a gesture, or taken away with the line.
        onLostPointerCapture={(event) => {
          player.letGo();
          event.currentTarget.blur();
          if (event.pointerType === "touch") setPointed(null);
        }}
      />
    </div>
  );
}

function Marks({ piles }: { piles: readonly Pile[] }) {
  return (
    <div class="piles" data-testid="marks">
      {piles.map(({ share, alike }) => (
        <span key={share} class="pile" style={{ left: `${share * 100}%` }}>
          {alike.map(({ kind }) => (
            <i key={kind} data-kind={kind} style={{ background: colourOf(kind) }} />
          ))}
        </span>
      ))}
    </div>
  );
}

function Tip({ share, time, pile }: { share: number; time: number; pile: Pile | undefined }) {
  const lines = pile?.alike.slice(0, MOST_LINES) ?? [];
  return (
    <div class="tip glass" data-testid="tip" style={{ "--at": `${share * 100}%` }}>
      <b>{clockTime(time)}</b>
      {lines.map(({ kind, text }) => (
        <span key={kind}>
          <i style={{ background: colourOf(kind) }} />
          {kind} <small>{text}</small>
        </span>
      ))}
    </div>
  );
}

interface IconButtonProps {
  name: string;
  label: string;
  keys: string;
  icon: Parameters<typeof Icon>[0]["name"];
  disabled: boolean;
  onClick: () => void;
}

function IconButton({ name, label, keys, icon, disabled, onClick }: IconButtonProps) {
  return (
    <button
      type="button"
      class="button icon"
      data-testid={name}
      aria-label={label}
      title={`${label} (${keys})`}
      disabled={disabled}
      onClick={(event) => {
        // The space bar plays; it must not press this again.
        event.currentTarget.blur();
        onClick();
      }}
    >
      <Icon name={icon} />
    </button>
  );
}

/** Renders again with every picture, while something moves. */
function useFrames(moving: boolean): void {
  const [, setTime] = useState(0);
  useEffect(() => {
    if (!moving) return undefined;
    let request = requestAnimationFrame(function next(time) {
      setTime(time);
      request = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(request);
  }, [moving]);
}

/** How wide an element is [pixels]; 0 until it is there. */
function useWidth(element: { current: HTMLElement | null }): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const watched = element.current;
    if (!watched) return undefined;
    const watching = new ResizeObserver(() => setWidth(watched.clientWidth));
    watching.observe(watched);
    return () => watching.disconnect();
  }, [element]);
  return width;
}
