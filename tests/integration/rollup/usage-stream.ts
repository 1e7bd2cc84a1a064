import { DAY_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";

const ENDPOINTS = ["/v1/chat/completions", "/v1/embeddings", "/v1/models", "/v1/responses"];

const UNITS = ["image:1024x1024:low", "second", "character", "search_unit"];

const billOfUnits = (n: number) =>
  JSON.stringify({
    tier: "default",
    lines: [{ dimension: UNITS[n % UNITS.length], quantity: (n % 17) + 1 }],
  });

/** `count` rows of seven accounts over the 30 days before `now`; the same ones for the same numbers. */
export function usageStream(count: number, { now, first = 0 }: { now: number; first?: number }): UsageRow[] {
  return Array.from({ length: count }, (_, i) => {
    const n = first + i;
    const accountId = (n % 7) + 1;
    return {
      requestId: `stream-${n}`,
      accountId,
      keyId: accountId * 10 + (n % 3),
      timestamp: now - ((n * 7919 * 401) % (30 * DAY_MS)),
      endpoint: ENDPOINTS[n % ENDPOINTS.length] ?? "other",
      statusCode: n % 31 === 0 ? 500 : 200,
      responseTime: n % 997,
      costMicros: n % 101,
      tokensIn: n % 53,
      tokensOut: n % 29,
      tokensCached: n % 11,
      planMicros: n % 3,
      billedMicros: n % 7 === 0 ? 0 : n % 101,
      ...(n % 5 === 0 && { priceLines: billOfUnits(n) }),
      ...(n % 4 > 0 && { model: `model-${n % 4}` }),
    };
  });
}
