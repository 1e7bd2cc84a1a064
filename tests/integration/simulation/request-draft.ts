import type { Facts } from "./charge-model.ts";
import type { Dice } from "./dice.ts";
import type { ModelName } from "./prices.ts";
import type { TranscriptForm } from "./transcript-forms.ts";

const WORDS = "alpha béta gamma delta ε zeta eta théta iota kappa".split(" ");

/** Names the exchange to the provider, in a text that it gets. */
export const marked = (number: number, dice: Dice) =>
  `[#${number}] ${Array.from({ length: dice.int(2, 40) }, () => dice.one(["", ...WORDS])).join(" ")}`;

type Draft = {
  /** As the client sends it, and as the provider has to get it. */
  body: string;
  forwarded: string;
  facts: Partial<Omit<Facts, "price">>;
  stream?: boolean;
  includeUsage?: boolean;
  /** Of a transcript. */
  form?: TranscriptForm;
  /** JSON unless stated. */
  contentType?: string;
};
export type Builder = (draw: { number: number; model: ModelName; dice: Dice; stream: boolean }) => Draft;

export const json = (value: object) => JSON.stringify(value);
