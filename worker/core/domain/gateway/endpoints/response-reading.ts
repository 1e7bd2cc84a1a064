import type { EventKind, StreamEvent, StreamReader } from "../endpoint.ts";
import type { TokenCounts } from "../price-list.ts";
import { NOTHING_READ, type Reading, type UnitCount } from "../reading.ts";
import { TokenEstimate } from "../text/token-estimate.ts";
import { isAbsent, isFields, memberOf } from "./field-checks.ts";
import { isNonZero } from "./token-counts.ts";

const TIER_MAX = 40;

/** What was read of a response, kept up to date chunk by chunk. */
export class ReadingState {
  private tokens: TokenCounts | null = null;
  private tier: string | null = null;
  private units: UnitCount | null = null;
  private readonly visible = new TokenEstimate();
  private audioBytes = 0;
  private content = false;
  private failed = false;
  private ended = false;
  private stopped = false;

  get reading(): Reading {
    const { tokens, tier, units, visible, audioBytes, content, failed, ended } = this;
    const counted = units === null ? {} : { units };
    const usage = tokens === null && units === null ? null : { tokens: tokens ?? {}, tier, ...counted };
    return { usage, visibleTokens: visible.tokens, audioBytes, content, failed, ended };
  }

  countUnits(units: UnitCount | null): void {
    this.units = units ?? this.units;
  }

  /** Counts without a figure never replace counts with one. */
  count(tokens: TokenCounts | null): void {
    if (tokens !== null && (this.tokens === null || isNonZero(tokens))) this.tokens = tokens;
  }

  /** `standard` is Anthropic's name for the default tier. */
  served(tier: unknown): void {
    if (typeof tier === "string" && tier !== "" && tier.length <= TIER_MAX)
      this.tier = tier === "standard" ? "default" : tier;
  }

  /** Texts that follow each other, or belong to several choices. */
  see(texts: readonly string[]): void {
    for (const text of texts) {
      this.visible.add(text);
      if (text !== "") this.content = true;
    }
  }

  /** @param base64 audio; anything else is none. */
  hear(base64: unknown): void {
    if (typeof base64 !== "string") return;
    this.audioBytes += Math.floor((base64.length * 3) / 4);
    if (base64 !== "") this.content = true;
  }

  begin(): void {
    this.content = true;
  }

  /** The model gave a reason to stop. */
  stop(): void {
    this.stopped = true;
    this.begin();
  }

  /** The connection was closed without the event that ends a response. */
  close(): void {
    if (this.stopped && this.tokens !== null && isNonZero(this.tokens)) this.end();
  }

  fail(): void {
    this.failed = true;
  }

  end(): void {
    this.ended = true;
  }
}

/** Reads the events of a stream into a `ReadingState`. */
export abstract class StateReader implements StreamReader {
  protected readonly state = new ReadingState();

  get reading(): Reading {
    return this.state.reading;
  }

  closed(): void {
    this.state.close();
  }

  abstract take(event: StreamEvent, data?: unknown): EventKind;
}

/** A whole response that is not one of the endpoint's own is an error of the provider. */
export const FAILED: Reading = { ...NOTHING_READ, failed: true, ended: true };

/** True for a response, or an event of a stream, that reports an error. */
export const hasError = (value: unknown): boolean => {
  const error = memberOf(value, "error");
  return !isAbsent(error) && error !== "";
};

/** The value of a JSON text; undefined when it is not JSON. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A text, or the texts in a list; none for anything else. */
export function textsOf(value: unknown): string[] {
  if (typeof value === "string") return [value];
  return textsOfEach(value, (item) => (typeof item === "string" ? [item] : []));
}

/** The texts of all items of a list; none for anything else. */
export const textsOfEach = (items: unknown, texts: (item: unknown) => string[]): string[] =>
  Array.isArray(items) ? items.flatMap(texts) : [];

/** The texts in these members of an object. */
export const textsIn = (value: unknown, members: readonly string[]): string[] =>
  isFields(value) ? members.flatMap((name) => textsOf(memberOf(value, name))) : [];
