import type { Reading } from "./charge-model.ts";
import type { Counts } from "./cost-model.ts";
import type { Dice } from "./dice.ts";
import type { ModelRequest } from "./requests.ts";
import type { Reported } from "./usages.ts";

/** What a part of a response says, as it is to be understood. */
export interface Effects {
  visible?: string;
  content?: boolean;
  counts?: Counts;
  units?: Reading["units"];
  tier?: string | null;
  failed?: boolean;
  /** The model gave a reason to stop; with counts, a response is complete when its connection is closed. */
  stopped?: boolean;
  ended?: boolean;
}

/** What the client gets in place of a response. */
export type Shown = { text: string } | { json: object };

export interface Part {
  text: string;
  effects: Effects;
  /** Of a whole response that is written anew. */
  shown?: Shown;
}

export type Writer = (draw: {
  request: ModelRequest;
  usage: Reported;
  texts: string[];
  dice: Dice;
}) => Part[];

export const named = (type: string, value: object) =>
  `event: ${type}\ndata: ${JSON.stringify({ type, ...value })}\n\n`;
export const whole = (body: object, effects: Effects): Part[] => [
  { text: JSON.stringify(body), effects: { content: true, ended: true, ...effects } },
];
