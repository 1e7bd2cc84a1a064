import type { TokenCounts } from "../price-list.ts";
import { NOTHING_READ, type Reading, type UnitCount } from "../reading.ts";
import { isAbsent, isFields, memberOf } from "./field-checks.ts";
import { isNonZero } from "./token-counts.ts";

const TIER_MAX = 40;
const encoder = new TextEncoder();

/** What was read of a response, kept up to date chunk by chunk. */
export class ReadingState {
  private tokens: TokenCounts | null = null;
  private tier: string | null = null;
  private units: UnitCount | null = null;
  private visibleBytes = 0;
  private audioBytes = 0;
  private content = false;
  private failed = false;
  private ended = false;
  private stopped = false;

  get reading(): Reading {
    const { tokens, tier, units, visibleBytes, audioBytes, content, failed, ended } = this;
    const counted = units === null ? {} : { units };
    const usage = tokens === null && units === null ? null : { tokens: tokens ?? {}, tier, ...counted };
    return { usage, visibleBytes, audioBytes, content, failed, ended };
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

  see(bytes: number): void {
    this.visibleBytes += bytes;
    if (bytes > 0) this.content = true;
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

/** Bytes of a text, or of all texts in a list. */
export function bytesOf(value: unknown): number {
  if (typeof value === "string") return encoder.encode(value).length;
  return sumOf(value, (item) => (typeof item === "string" ? bytesOf(item) : 0));
}

/** Sums over the items of a list; 0 for anything else. */
export const sumOf = (items: unknown, size: (item: unknown) => number): number =>
  Array.isArray(items) ? items.reduce<number>((sum, item) => sum + size(item), 0) : 0;

/** Bytes of the texts in these members of an object. */
export const bytesIn = (value: unknown, members: readonly string[]): number =>
  isFields(value) ? members.reduce((sum, name) => sum + bytesOf(memberOf(value, name)), 0) : 0;
