import type { TokenCounts } from "./price-list.ts";

/** Units that a response reports. */
export interface UnitCount {
  /** As a bill's line names them; null where the response doesn't say. */
  dimension: string | null;
  quantity: number;
}

/** Counts that a response reports. */
export interface Usage {
  tokens: TokenCounts;
  /** Null or absent when it reports none. */
  units?: UnitCount | null;
  /** The service tier that the response reports. */
  tier: string | null;
}

/** What was read of a response so far. */
export interface Reading {
  /** The last plausible counts. */
  usage: Usage | null;
  /** Estimated, of text that the client can see, reasoning and arguments of tools included; not rounded. */
  visibleTokens: number;
  /** Bytes of audio, decoded. */
  audioBytes: number;
  /** The response has something that is charged for. */
  content: boolean;
  /** The response is an error, or a stream reports one. */
  failed: boolean;
  /** The response's own end was seen: a whole body, or a stream's last event. */
  ended: boolean;
}

export const NOTHING_READ: Reading = {
  usage: null,
  visibleTokens: 0,
  audioBytes: 0,
  content: false,
  failed: false,
  ended: false,
};
