/** Reads messages of the stage for fishes of one's own; what does not fit is named. */
import {
  type Check,
  type Fields,
  fits,
  isCount,
  isFlag,
  isListOf,
  isNumber,
  isText,
  readMessage,
} from "../wire/checks.ts";
import {
  MESH_COLUMNS,
  MESH_ROWS,
  TEXTURE_PROTOCOL,
  type TextureMessage,
} from "../wire/texturing.ts";

const isPicture: Check = (value) => isText(value) && (value as string).startsWith("data:image/");

const FIELDS: Fields<TextureMessage["type"]> = {
  fish_maker: {
    protocol: isNumber,
    templates: isListOf((one) => fits(one, { name: isText, label: isText })),
    ocean: isFlag,
  },
  progress: { label: isText, done: isNumber, total: isNumber },
  photo: { width: isCount, height: isCount, problem: isText },
  mesh: {
    nodes: isListOf(isNumber, 2 * MESH_ROWS * MESH_COLUMNS),
    anchors: isListOf((one) =>
      fits(one, { row: isCount, column: isCount, x: isNumber, y: isNumber }),
    ),
    relaxing: isFlag,
    rested: isFlag,
    moved: isNumber,
    template: isText,
  },
  cut: {
    picture: isPicture,
    far: isListOf((one) => fits(one, { template: isText, note: isText })),
  },
  made: { name: isText, label: isText, path: isText, usage: isText, swimming: isCount },
  refusal: { message: isText },
};

export function parseTextureMessage(text: string): TextureMessage {
  return readMessage<TextureMessage>(
    text,
    FIELDS,
    "fish_maker",
    TEXTURE_PROTOCOL,
    "the protocol of photographs",
  );
}
