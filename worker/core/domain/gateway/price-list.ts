/** Kinds of tokens that can have a rate of their own. */
export const TOKEN_KINDS = [
  "input",
  "cached_input",
  "cache_write_5m",
  "cache_write_1h",
  "audio_input",
  "cached_audio_input",
  "image_input",
  "output",
  "audio_output",
  "image_output",
] as const;
export type TokenKind = (typeof TOKEN_KINDS)[number];
export const OUTPUT_KINDS = ["output", "audio_output", "image_output"] as const satisfies TokenKind[];

/** Disjoint counts: `input` excludes cached tokens, `output` includes reasoning tokens. */
export type TokenCounts = Partial<Record<TokenKind, number>>;

/** Micro-dollars per million tokens. A kind without a rate has that of `input` or `output`. */
export type TokenRates = { input: number; output: number } & Partial<Record<TokenKind, number>>;

/** What a model costs, in micro-dollars, and how much of it one request can use. */
export interface ModelPrice {
  model: string;
  rates: TokenRates;
  /** Rates of requests with more than `above` input tokens, of all kinds together; ascending. */
  steps: readonly { above: number; rates: TokenRates }[];
  /** Fees in micro-dollars: per request, billed minute, 1,000 characters, search unit. */
  fees: Partial<Record<"request" | "minute" | "thousand_characters" | "search_unit", number>>;
  /** Smallest billed length of a recording, in seconds. */
  leastSeconds: number;
  images: readonly { size: string; quality: string; micros: number }[];
  /** Multipliers in thousandths by service tier, without `default`, which is 1000. A tier that is not listed is refused. */
  tiers: Readonly<Partial<Record<string, number>>>;
  contextTokens: number;
  maxOutputTokens: number;
  /** Tokens that the provider adds to each prompt, and to each tool. */
  overheadTokens: number;
  toolOverheadTokens: number;
  /** Most tokens of one image, second of audio and page of a document; null: up to the whole context. */
  imageTokens: number | null;
  audioSecondTokens: number | null;
  pageTokens: number | null;
  /** Writes tokens that the response does not show. */
  reasoning: boolean;
  /** Estimated speed of output that the client cannot see. */
  hiddenTokensPerSecond: number;
}

/** The prices in force from `from` (epoch ms) until a later list is. A model that is not in it is refused, not free. */
export interface PriceList {
  id: number;
  from: number;
  models: ReadonlyMap<string, ModelPrice>;
}

/** What a request is charged for, so that its cost can be computed again from the list. */
export interface Bill {
  /** Service tier that the response reported. */
  tier: string;
  /** Token kinds, and units such as `request`, `minute` or `image:1024x1024:high`. */
  lines: readonly { dimension: string; quantity: number }[];
}
