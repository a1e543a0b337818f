import { useEffect, useRef, useState } from "preact/hooks";
import { useStore } from "../shell/store.ts";
import type { ShownMesh } from "../wire/texturing.ts";
import {
  BORDER,
  type Dot,
  farther,
  isInside,
  isSame,
  meshPaths,
  type Node,
  nameOf,
  nearestNode,
  placeOf,
} from "./geometry.ts";
import type { FishMaker } from "./maker.ts";

/** How near to a node one must press, with a mouse and with a finger [points of the screen]. */
const REACH = { mouse: 14, touch: 26 };
/** How far a key moves a node [pixels of the photograph]; with Shift, and without. */
const KEY_STEPS = [10, 2] as const;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The photograph, and the mesh that one drags over it. */
export function Workbench({ maker }: { maker: FishMaker }) {
  const { photo, picture, mesh, anchoring } = useStore(maker.state);
  if (!photo || !mesh) return <Welcome maker={maker} />;
  const { width, height } = photo;
  return (
    <div class="bench">
      <div
        class={anchoring ? "sheet anchoring" : "sheet"}
        style={`--wide: ${width / height}; aspect-ratio: ${width} / ${height}`}
      >
        <img src={picture} alt="Your fish" draggable={false} />
        <MeshView maker={maker} mesh={mesh} width={width} height={height} anchoring={anchoring} />
      </div>
    </div>
  );
}

function Welcome({ maker }: { maker: FishMaker }) {
  const { reading, connection } = useStore(maker.state);
  return (
    <div class="bench">
      <div class="welcome">
        {reading ? (
          <p role="status">Looking for the fish …</p>
        ) : (
          <>
            <svg viewBox="0 0 120 60" aria-hidden="true">
              <path d="M8 30C22 10 50 6 72 18c8 4 13 8 17 11L112 12c-5 12-5 24 0 36L89 31c-4 3-9 7-17 11C50 54 22 50 8 30Z" />
              <path d="M30 13v34M46 9v42M62 13v34M78 21v18M12 24h76M12 36h76" />
            </svg>
            <h2>Your fish</h2>
            <p>
              Drop a photograph of a fish here, seen from the side. A net will close around it, and
              what it holds becomes the skin of a fish that swims.
            </p>
            <button
              type="button"
              class="button"
              data-testid="drawn-fish"
              disabled={connection.phase !== "open"}
              onClick={() => maker.takeDrawnFish()}
            >
              Try with a drawn fish
            </button>
          </>
        )}
      </div>
    </div>
  );
}

interface MeshViewProps {
  maker: FishMaker;
  mesh: ShownMesh;
  width: number;
  height: number;
  anchoring: boolean;
}

type Held = { node: Node; at: Dot } | { node: null; at: Dot };

function MeshView({ maker, mesh, width, height, anchoring }: MeshViewProps) {
  const svg = useRef<SVGSVGElement>(null);
  const [scale, setScale] = useState(1);
  const [held, setHeld] = useState<Held | null>(null);
  const { chosen } = useStore(maker.state);
  useEffect(() => {
    if (!svg.current) return undefined;
    const watch = new ResizeObserver(([entry]) => {
      if (entry) setScale(Math.max(0.05, entry.contentRect.width / width));
    });
    watch.observe(svg.current);
    return () => watch.disconnect();
  }, [width]);

  const placeAt = (event: PointerEvent | MouseEvent): Dot => {
    const box = svg.current?.getBoundingClientRect() ?? new DOMRect();
    const x = ((event.clientX - box.left) / box.width) * width - 0.5;
    return { x, y: ((event.clientY - box.top) / box.height) * height - 0.5 };
  };
  const nodeAt = (event: PointerEvent): Node | null => {
    const reach = (event.pointerType === "mouse" ? REACH.mouse : REACH.touch) / scale;
    return nearestNode(mesh.nodes, placeAt(event), reach);
  };
  const down = (event: PointerEvent) => {
    if (event.button !== 0 || held) return;
    const node = nodeAt(event);
    const at = placeAt(event);
    if (node) focusNode(svg.current, node);
    if (node && anchoring) {
      maker.toggleAnchor(node);
      return;
    }
    if (!node && !isInside(mesh.nodes, at)) return;
    svg.current?.setPointerCapture(event.pointerId);
    setHeld({ node, at });
  };
  const move = (event: PointerEvent) => {
    if (!held) return;
    const at = placeAt(event);
    if (held.node) maker.send({ type: "drag", ...held.node, ...at });
    else maker.send({ type: "shift", x: at.x - held.at.x, y: at.y - held.at.y });
    setHeld({ ...held, at });
  };
  const up = () => {
    if (!held) return;
    maker.send({ type: "release" });
    setHeld(null);
  };
  const twice = (event: MouseEvent) => {
    const node = nearestNode(mesh.nodes, placeAt(event), REACH.touch / scale);
    if (node && !anchoring) maker.toggleAnchor(node);
  };
  const press = (event: KeyboardEvent, node: Node) => {
    const arrow = ARROWS[event.key];
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (arrow) {
      const step = KEY_STEPS[event.shiftKey ? 0 : 1];
      const { x, y } = placeOf(mesh.nodes, node);
      maker.send({ type: "drag", ...node, x: x + step * arrow[0], y: y + step * arrow[1] });
      maker.send({ type: "release" });
    } else if (event.key === "Enter") maker.toggleAnchor(node);
    else if (event.key === "n" || event.key === "N")
      focusNode(svg.current, farther(node, event.shiftKey ? -1 : 1));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const { inner, border } = meshPaths(mesh.nodes);
  const nose = placeOf(mesh.nodes, { row: 4, column: 0 });
  const first = chosen ?? (BORDER[0] as Node);
  return (
    <svg
      ref={svg}
      class={mesh.relaxing ? "mesh moving" : "mesh"}
      data-testid="mesh"
      data-relaxing={mesh.relaxing}
      data-rested={mesh.rested}
      viewBox={`-0.5 -0.5 ${width} ${height}`}
      role="application"
      aria-label="The mesh over the photograph"
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
      onDblClick={twice}
    >
      <path class="casing" d={border} />
      <path class="inner" d={inner} />
      <path class="border" d={border} />
      <text
        class="nose"
        x={nose.x}
        y={nose.y}
        dx={(nose.x < width / 2 ? -12 : 12) / scale}
        text-anchor={nose.x < width / 2 ? "end" : "start"}
        dominant-baseline="middle"
        font-size={13 / scale}
      >
        nose
      </text>
      {held?.node && mesh.relaxing && (
        <line
          class="rubber"
          x1={placeOf(mesh.nodes, held.node).x}
          y1={placeOf(mesh.nodes, held.node).y}
          x2={held.at.x}
          y2={held.at.y}
        />
      )}
      {BORDER.map((node) => {
        const { x, y } = placeOf(mesh.nodes, node);
        const anchored = mesh.anchors.some((one) => isSame(one, node));
        return (
          // biome-ignore lint/a11y/useSemanticElements: there are no buttons in drawings.
          <circle
            key={`${node.row}-${node.column}`}
            class={anchored ? "node anchored" : "node"}
            data-testid={`node-${node.row}-${node.column}`}
            cx={x}
            cy={y}
            r={(anchored ? 5.5 : 4) / scale}
            tabIndex={isSame(node, first) ? 0 : -1}
            role="button"
            aria-pressed={anchored}
            aria-label={`Node: ${nameOf(node)}${anchored ? ", anchored" : ""}`}
            onFocus={() => maker.state.set({ chosen: node })}
            onKeyDown={(event) => press(event, node)}
          />
        );
      })}
      {mesh.anchors.map(({ row, column, x, y }) => (
        <path
          key={`pin-${row}-${column}`}
          class="pin"
          transform={`translate(${x} ${y}) scale(${1 / scale})`}
          d="M0 0L-2 -11H2ZM0 -10a6 6 0 1 1 0 -12 6 6 0 0 1 0 12Z"
        />
      ))}
    </svg>
  );
}

function focusNode(svg: SVGSVGElement | null, { row, column }: Node): void {
  svg?.querySelector<SVGElement>(`[data-testid="node-${row}-${column}"]`)?.focus();
}
