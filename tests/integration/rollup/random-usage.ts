import fc from "fast-check";
import { type Month, RANGE_MS, RANGES, type Range } from "#core/domain/ranges.ts";
import { DAY_MS, HOUR_MS, isoTime } from "#core/domain/time.ts";
import { type Question, zoneOffset } from "./brute-force.ts";

export const ZONES = [
  "UTC",
  "Asia/Kolkata",
  "Asia/Kathmandu",
  "America/New_York",
  "Australia/Lord_Howe",
  "Africa/Casablanca",
  "America/St_Johns",
  "Pacific/Chatham",
  "Pacific/Apia",
  "Africa/Cairo",
  "America/Havana",
  "Asia/Beirut",
];
/** Around the clock changes of those zones, and at full, half and quarter hours. */
const MOMENTS = [
  "2025-10-04T15:45Z",
  "2025-10-31T00:00Z",
  "2025-11-02T05:30Z",
  "2025-11-03T12:00Z",
  "2026-02-15T02:00Z",
  "2026-03-08T06:59:59.999Z",
  "2026-03-09T01:00Z",
  "2026-03-22T02:15Z",
  "2026-03-29T00:00Z",
  "2026-04-04T15:00Z",
  "2026-04-05T03:17:21.123Z",
  "2026-04-24T00:30Z",
  "2026-05-28T18:30Z",
  "2026-05-28T18:15:00.001Z",
].map((text) => Date.parse(text));
const STATUSES = [200, 200, 200, 201, 399, 400, 401, 404, 429, 429, 500, 502, 503, 599];
const ENDPOINTS = [
  "/v1/chat/completions",
  "/v1/completions",
  "/v1/responses",
  "/v1/embeddings",
  "/v1/moderations",
  "/v1/models",
  "/v1/files",
  "/v1/batches",
  "other",
];
/** `""` stands for none. */
const MODELS = [
  "",
  "",
  "mini",
  "mini",
  "large",
  "vendor/odd name",
  "text-embedding",
  "tiny",
  "reason",
  "image",
];
/** More than a stack shows. */
export const KEYS = 8;
const STEPS = [0, 1, -1, HOUR_MS / 4, HOUR_MS / 2, -HOUR_MS / 2, HOUR_MS, -HOUR_MS, HOUR_MS - 1, DAY_MS];

const now = fc.oneof(
  fc
    .tuple(fc.constantFrom(...MOMENTS), fc.constantFrom(...STEPS, 7 * HOUR_MS, 5 * DAY_MS, 29 * DAY_MS))
    .map(([moment, step]) => moment + step),
  fc.integer({ min: Date.parse("2025-09-01"), max: Date.parse("2026-06-30") }),
);
const range = fc.constantFrom(...RANGES);
/** Offsets from now; months before the current one. */
const requested = fc.oneof(
  range,
  fc.record({ monthsAgo: fc.integer({ min: 0, max: 2 }) }),
  fc.record({
    start: fc.oneof(fc.integer({ min: 1, max: 60 * DAY_MS }), fc.integer({ min: 1, max: 3 * DAY_MS })),
    length: fc.oneof(
      fc.integer({ min: 1, max: 40 * DAY_MS }),
      fc.integer({ min: 1, max: 3 * HOUR_MS }),
      fc.constantFrom(HOUR_MS, 2 * DAY_MS, DAY_MS),
    ),
    snap: fc.constantFrom(1, HOUR_MS / 4, HOUR_MS / 2, HOUR_MS),
  }),
);
type Asked = typeof requested extends fc.Arbitrary<infer Value> ? Value : never;
const by = fc.constantFrom(...STEPS, 3 * HOUR_MS + 1, 1 - HOUR_MS);
const edge = fc.constantFrom(
  "now",
  "from",
  "previous",
  "hourOfNow",
  "hourOfFrom",
  "hourOfPrevious",
  "moment",
);

const when = fc.oneof(
  fc.record({ edge, range, by }),
  fc.record({ midnightsAgo: fc.integer({ min: 0, max: 31 }), by }),
  fc.integer({ min: -62 * DAY_MS, max: 2 * HOUR_MS }),
  fc.integer({ min: -DAY_MS, max: 0 }),
);
type When =
  | {
      edge: "now" | "from" | "previous" | "hourOfNow" | "hourOfFrom" | "hourOfPrevious" | "moment";
      range: Range;
      by: number;
    }
  | { midnightsAgo: number; by: number }
  | number;

/** Units of one kind, also in several lines, beside tokens. */
const billLine = fc.record({
  dimension: fc.constantFrom("input", "unit", "unit"),
  quantity: fc.nat({ max: 5000 }),
  kind: fc.constantFrom("image:1024x1024:low", "second", "character", "search_unit"),
});
function billOfLines(lines: { dimension: string; quantity: number; kind: string }[]): string {
  const unit = lines[0]?.kind ?? "";
  const named = lines.map(({ dimension, quantity }) => ({
    dimension: dimension === "unit" ? unit : dimension,
    quantity,
  }));
  return JSON.stringify({ tier: "default", lines: named });
}

const figures = {
  endpoint: fc.constantFrom(...ENDPOINTS),
  statusCode: fc.constantFrom(...STATUSES),
  responseTime: fc.oneof(fc.integer({ min: 0, max: 2000 }), fc.constantFrom(0, 1, 2, 10, 11, 600_000)),
  costMicros: fc.oneof(fc.integer({ min: 0, max: 1_000_000 }), fc.constantFrom(0, 1)),
  model: fc.constantFrom(...MODELS),
  tokensIn: fc.nat({ max: 200_000 }),
  tokensCached: fc.nat({ max: 1000 }),
  tokensOut: fc.nat({ max: 9000 }),
  planMicros: fc.nat({ max: 2 }),
  isImported: fc.boolean(),
  priceLines: fc.option(fc.array(billLine, { maxLength: 3 }).map(billOfLines)),
};
/** The balance paid for it, unless it was imported. */
const withBill = <Row extends { costMicros: number; isImported: boolean }>(row: Row) => ({
  ...row,
  billedMicros: row.isImported ? 0 : row.costMicros,
});
export const usageFigures = fc.record(figures).map(withBill);

const row = fc
  .record({
    when,
    stranger: fc.integer({ min: 0, max: 9 }).map((n) => n === 0),
    /** From `KEYS` on a key that no longer exists. */
    key: fc.nat({ max: KEYS + 1 }),
    ...figures,
  })
  .map(withBill);

const chunk = fc.integer({ min: 1, max: 40 });
const fault = fc.oneof(
  fc.record({ at: fc.constantFrom("before" as const, "after" as const) }),
  fc.record({ at: fc.constant("inside" as const), index: fc.integer({ min: 0, max: 8 }) }),
);
const read = fc.record({
  act: fc.constant("read"),
  requested,
  zone: fc.constantFrom(null, null, ...ZONES),
  key: fc.constantFrom(null, null, 0, 1),
  filter: fc.oneof(
    fc.constant({ endpoint: null, model: null }),
    fc.record({ endpoint: fc.constantFrom(...ENDPOINTS, "/v1/never-used"), model: fc.constant(null) }),
    fc.record({ endpoint: fc.constant(null), model: fc.constantFrom("mini", "large", "never used") }),
  ),
  whileRolling: fc.boolean(),
});
const step = fc.oneof(
  fc.record({ act: fc.constant("insert"), count: fc.integer({ min: 1, max: 30 }) }),
  fc.record({ act: fc.constant("insertAgain"), count: fc.integer({ min: 1, max: 10 }) }),
  fc.record({ act: fc.constant("roll"), chunk }),
  fc.record({ act: fc.constant("overlap"), a: chunk, b: chunk }),
  fc.record({ act: fc.constant("crash"), chunk, fault }),
  fc.record({ act: fc.constant("pack") }),
  fc.record({ act: fc.constant("total"), hoursAgo: fc.integer({ min: -24, max: 900 }), limit: chunk }),
  fc.record({ act: fc.constant("build"), daysAgo: fc.integer({ min: -1, max: 40 }), limit: chunk }),
  { arbitrary: read, weight: 9 },
);

/** One random history of an account. */
export const history = fc.record({
  now,
  zone: fc.constantFrom(...ZONES),
  rows: fc.array(row, { minLength: 5, maxLength: 80, size: "max" }),
  steps: fc.array(step, { minLength: 6, maxLength: 18, size: "max" }),
});
export type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never;
export type Step = History["steps"][number];

/** The instant that a random row stands for: mostly on or near an edge that the reader has to get right. */
export function instantOf(at: When, { now, zone }: Pick<History, "now" | "zone">): number {
  if (typeof at === "number") return now + at;
  if ("midnightsAgo" in at) {
    const day = now - at.midnightsAgo * DAY_MS;
    const offset = zoneOffset(zone, day);
    return Math.floor((day + offset) / DAY_MS) * DAY_MS - offset + at.by;
  }
  const length = RANGE_MS[at.range];
  const edges = {
    now,
    from: now - length,
    previous: now - 2 * length,
    hourOfNow: Math.floor(now / HOUR_MS) * HOUR_MS,
    hourOfFrom: Math.ceil((now - length) / HOUR_MS) * HOUR_MS,
    hourOfPrevious: Math.ceil((now - 2 * length) / HOUR_MS) * HOUR_MS,
    moment: MOMENTS.find((moment) => moment > now - 30 * DAY_MS && moment < now) ?? now,
  };
  return edges[at.edge] + at.by;
}

/** The range of a question at `now`, with the instants of a custom one. */
export function rangeOf(of: Asked, now: number, tz: string): Pick<Question, "range" | "from" | "to"> {
  if (typeof of === "string") return { range: of };
  if ("monthsAgo" in of) {
    const local = new Date(now - 1 + zoneOffset(tz, now - 1));
    const month = new Date(Date.UTC(local.getUTCFullYear(), local.getUTCMonth() - of.monthsAgo, 15));
    return { range: month.toISOString().slice(0, 7) as Month };
  }
  const from = Math.floor((now - of.start) / of.snap) * of.snap;
  return { range: "custom", from, to: from + Math.max(1, Math.floor(of.length / of.snap)) * of.snap };
}

/** Of a read: all keys in the story's zone. */
export const ALL_FIGURES = { zone: null, key: null, filter: { endpoint: null, model: null } };

export const EACH_FILTER = [
  ALL_FIGURES.filter,
  { endpoint: "/v1/models", model: null },
  { endpoint: null, model: "mini" },
] as const;

export const filterOf = ({ endpoint, model }: { endpoint: string | null; model: string | null }) => ({
  ...(endpoint !== null && { endpoint }),
  ...(model !== null && { model }),
});

/** The same question for the API. */
export const queryOf = ({ range, from, to }: Pick<Question, "range" | "from" | "to">) => ({
  range,
  ...(from !== undefined && { from: isoTime(from) }),
  ...(to !== undefined && { to: isoTime(to) }),
});
