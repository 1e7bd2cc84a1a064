import { createHash } from "node:crypto";
import type { Block } from "./prompt.ts";

/** As with OpenAI and Anthropic, a shorter prefix is not cached. */
const SHORTEST_PREFIX = 1024;
const STEP = 128;
const MOST_PREFIXES = 50_000;

export interface CacheUse {
  cached: number;
  written5m: number;
  written1h: number;
}

interface Prefix {
  tokens: number;
  hash: string;
  cacheFor?: Block["cacheFor"];
}

/** The prefixes of earlier prompts. A prompt's first repetition is the first to use the cache. */
export class PromptCache {
  readonly #seen = new Set<string>();

  /** OpenAI's way: every prefix in steps of 128 tokens, without a charge for writing. */
  automatic(key: string, blocks: readonly Block[]): CacheUse {
    const tokens = blocks.flatMap((block) => block.tokens);
    const steps: Block[] = [];
    for (let at = 0; at + STEP <= tokens.length; at += STEP)
      steps.push({ tokens: tokens.slice(at, at + STEP) });
    const prefixes = prefixesOf(key, steps);
    const cached = this.#longestSeen(prefixes);
    for (const { hash } of prefixes) this.#remember(hash);
    return { cached, written5m: 0, written1h: 0 };
  }

  /** Anthropic's way: only prefixes that end at a marked block are written. */
  marked(key: string, blocks: readonly Block[]): CacheUse {
    const end = blocks.findLastIndex(({ cacheFor }) => cacheFor !== undefined) + 1;
    const prefixes = prefixesOf(key, blocks.slice(0, end));
    const use = { cached: this.#longestSeen(prefixes), written5m: 0, written1h: 0 };
    let covered = use.cached;
    for (const { tokens, hash, cacheFor } of prefixes) {
      if (cacheFor === undefined) continue;
      this.#remember(hash);
      use[cacheFor === "1h" ? "written1h" : "written5m"] += Math.max(0, tokens - covered);
      covered = Math.max(covered, tokens);
    }
    return use;
  }

  #longestSeen(prefixes: readonly Prefix[]): number {
    return prefixes.findLast(({ hash }) => this.#seen.has(hash))?.tokens ?? 0;
  }

  #remember(hash: string): void {
    this.#seen.add(hash);
    const [oldest] = this.#seen;
    if (this.#seen.size > MOST_PREFIXES && oldest !== undefined) this.#seen.delete(oldest);
  }
}

/** The prefixes that end with each block and are long enough. */
function prefixesOf(key: string, blocks: readonly Block[]): Prefix[] {
  const hash = createHash("sha256").update(key);
  let tokens = 0;
  return blocks
    .map((block) => {
      tokens += block.tokens.length;
      hash.update(`\0${block.tokens.join("\0")}`);
      return { tokens, hash: hash.copy().digest("base64"), cacheFor: block.cacheFor };
    })
    .filter((prefix) => prefix.tokens >= SHORTEST_PREFIX);
}
