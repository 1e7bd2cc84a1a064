import fc from "fast-check";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";
import type { UsageRow } from "#core/domain/usage.ts";
import { LOG_BOUNDS } from "#core/storage/usage-log-scope.ts";
import { NOON } from "./random-log.ts";
import type { Reader } from "./reader.ts";

/** Mostly one that some rows have. */
const instant = fc
  .tuple(fc.constantFrom(0, 1, -1, 12), fc.constantFrom(0, 0, 0, 1, -1))
  .map(([hours, by]) => NOON - hours * HOUR_MS + by);
/** Mostly not: few rows match a query with every filter. */
const maybe = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 2, arbitrary: value });

const SEVERAL_MODELS = ["demo-small demo-large", "never-used  demo-large ", "unused never-used"];

/** A query of the log, in the reader's terms except for the key, which is one of theirs. */
export const someFilter = fc.record({
  key: maybe(fc.constantFrom(0, 1, 2)),
  endpoint: maybe(fc.constantFrom("/v1/chat/completions", "/v1/models", "other", "/v1/never-used")),
  model: maybe(fc.constantFrom("demo-small", "demo-large", "never-used", ...SEVERAL_MODELS)),
  status: maybe(fc.constantFrom("success", "error", "200", "404", "503", "418", "204")),
  from: maybe(fc.oneof(instant, fc.constant(NOON - 400 * DAY_MS))),
  to: maybe(instant),
});
export type SomeFilter = typeof someFilter extends fc.Arbitrary<infer Value> ? Value : never;

/** Mostly so small that they cut the read short everywhere. */
export const someBounds = fc.oneof(
  fc.record({
    rows: fc.integer({ min: 1, max: 25 }),
    fresh: fc.constantFrom(0, 10, 1_000),
    days: fc.integer({ min: 1, max: 3 }),
  }),
  fc.constant(LOG_BOUNDS),
);

export function asQuery(reader: Reader, { key, from, to, ...rest }: SomeFilter) {
  const chosen = key === undefined ? undefined : reader.keys[key];
  return {
    ...rest,
    ...(chosen && { key_id: chosen.publicId }),
    ...(from !== undefined && { from: new Date(from).toISOString() }),
    ...(to !== undefined && { to: new Date(to).toISOString() }),
  };
}

/** The filter implemented again from its description, sharing no code with the one under test. */
export function fits(row: UsageRow, reader: Reader, filter: SomeFilter): boolean {
  const { key, endpoint, model, status, from, to } = filter;
  const shown = row.endpoint === "/nowhere" ? "other" : row.endpoint;
  const statuses: Record<string, boolean> = { success: row.statusCode < 400, error: row.statusCode >= 400 };
  return (
    row.accountId === reader.id &&
    (key === undefined || row.keyId === reader.keys[key]?.id) &&
    (endpoint === undefined || shown === endpoint) &&
    (model === undefined || model.split(/ +/).some((name) => name !== "" && row.model === name)) &&
    (status === undefined || (statuses[status] ?? row.statusCode === Number(status))) &&
    (from === undefined || row.timestamp >= from) &&
    (to === undefined || row.timestamp <= to)
  );
}
