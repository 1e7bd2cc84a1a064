import fc from "fast-check";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import type { UsageAccount } from "../rollup/usage-account.ts";

export const NOON = Date.parse("2026-05-28T12:00:00Z");

/** Few instants, so that many rows share one, most of them on or near the edge of an hour or a day. */
const timestamp = fc.oneof(
  fc.constantFrom(0, -1, 1, -12).map((hours) => NOON + hours * HOUR_MS),
  fc
    .tuple(
      fc.constantFrom(0, -1, 1, -12, 12, -24, 23, -100 * 24, 2),
      fc.constantFrom(0, 0, 1, -1, HOUR_MS - 1),
    )
    .map(([hours, by]) => NOON + hours * HOUR_MS + by),
  fc.integer({ min: NOON - 3 * DAY_MS, max: NOON + 2 * HOUR_MS }),
  fc.constantFrom(0, 1, NOON - 900 * DAY_MS),
);

export const someRow = fc.record({
  timestamp,
  key: fc.constantFrom(0, 0, 0, 1, 2),
  stranger: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
  endpoint: fc.constantFrom("/v1/chat/completions", "/v1/models", "/nowhere"),
  statusCode: fc.constantFrom(200, 404, 503),
  costMicros: fc.nat({ max: 3_000_000 }),
  model: fc.constantFrom("", "demo-small", "demo-large"),
});
interface SomeRow {
  timestamp: number;
  /** Which of its account's keys. */
  key: number;
  stranger: boolean;
  endpoint: string;
  statusCode: number;
  costMicros: number;
  model?: string;
}

export function usageRow(owners: { me: UsageAccount; stranger: UsageAccount }, row: SomeRow): UsageRow {
  const { key, stranger, ...rest } = row;
  const owner = stranger ? owners.stranger : owners.me;
  const ids = { requestId: crypto.randomUUID(), accountId: owner.id, keyId: owner.keys[key]?.id ?? 0 };
  return { ...rest, ...ids, responseTime: 12, tokensIn: 3, tokensOut: 4 };
}
