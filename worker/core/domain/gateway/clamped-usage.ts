import { atMost, INPUT_KINDS, OUTPUT_KINDS, type TokenCounts, type TokenKind } from "./price-list.ts";
import type { Usage } from "./reading.ts";
import { type Bounds, dearestTier, type Priced, tierName } from "./request-price.ts";

interface ClampedUsage {
  tokens: TokenCounts;
  tier: string;
  /** The provider reported something that the request does not permit. */
  lowered: boolean;
}

/**
 * Reported counts within the bounds of a request, each by itself. Tokens beyond the most of their kind count as plain
 * input or output as far as there is room.
 */
export function clampUsage({ price, facts, bounds }: Priced, usage: Usage): ClampedUsage {
  const input = clampKinds(INPUT_KINDS, usage.tokens, bounds);
  const output = clampKinds(OUTPUT_KINDS, usage.tokens, bounds);
  const reported = tierName(usage.tier ?? facts.tier);
  const permitted = bounds.tiers.includes(reported);
  return {
    tokens: { ...input.tokens, ...output.tokens },
    tier: permitted ? reported : dearestTier(price, bounds.tiers),
    lowered: input.lowered || output.lowered || !permitted,
  };
}

function clampKinds(
  [plain, ...others]: readonly ["input" | "output", ...TokenKind[]],
  reported: TokenCounts,
  bounds: Bounds,
) {
  const tokens: TokenCounts = {};
  let rest = countOf(reported, plain);
  let room = bounds[plain];
  let lowered = false;
  for (const kind of others) {
    const count = countOf(reported, kind);
    const kept = Math.min(count, bounds.kinds[kind] ?? 0, room);
    tokens[kind] = kept;
    room -= kept;
    rest += count - kept;
    lowered ||= kept < count;
  }
  tokens[plain] = Math.min(rest, room);
  return { tokens, lowered: lowered || rest > room };
}

const countOf = (tokens: TokenCounts, kind: TokenKind) =>
  atMost(Number.MAX_SAFE_INTEGER / 16, tokens[kind] ?? 0);
