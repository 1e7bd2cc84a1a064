import { z } from "zod";
import { ERROR_STATUS_FROM } from "#core/domain/ranges.ts";
import { STATUS_MARK } from "#core/domain/tally.ts";
import { DAY_MS, HOUR_MS, HOURS_PER_DAY } from "#core/domain/time.ts";
import type { Database } from "./database.ts";
import { KINDS } from "./hour-totals.ts";
import { HOURS_OF_DAY } from "./rollup-days.ts";
import {
  isFiltered,
  isOfBoth,
  isOneCode,
  type LogBounds,
  type LogFilter,
  type LogPosition,
  type LogScope,
} from "./usage-log-scope.ts";
import { POSITION_IN } from "./usage-log-sql.ts";
import { EACH_KEY } from "./usage-window.ts";

interface Stretch {
  from: LogPosition;
  to: LogPosition;
}

export interface LogPlan {
  /** Newest first; they contain all requests with ids up to `rolled`. Later ids can be anywhere. */
  stretches: Stretch[];
  rolled: number;
  /** Nothing before this position is read; null if nothing is left there. */
  floor: LogPosition | null;
}

interface Candidate extends Stretch {
  matches: number;
  rows: number;
}

const n = z.number();
const position = z.object({ timestamp: n, id: n });
const hoursResult = z.object({
  rolled: n,
  behind: n,
  nextDay: n.nullable(),
  hours: z.array(z.tuple([n, n, n])),
});
type HoursResult = z.infer<typeof hoursResult>;

/** Buckets hold exactly the filter's matches. */
const isCounted = (filter: LogFilter) => !isOneCode(filter) && !isOfBoth(filter);

/** Tallies hold error codes; those of days and of hours with totals for all endpoints together. */
const isTallied = (filter: LogFilter) => isOneCode(filter) && filter.status.least >= ERROR_STATUS_FROM;

function matchesOf({ status }: LogFilter): string {
  if (status.least >= ERROR_STATUS_FROM) return "r.errors";
  return status.most < ERROR_STATUS_FROM ? "(r.requests - r.errors)" : "r.requests";
}

const MODELS = "r.model_id IN (SELECT value FROM json_each(:models))";

/** The rows `r` of a day that may have a match: the filter's own, or one for each of its models. */
function dayRows(filter: LogFilter, day: string): string {
  const mine = (row: string) =>
    `${row}.account_id = :account AND ${row}.day = ${day} AND ${row}.key_id = :key`;
  const tallied = `AND EXISTS (SELECT 1 FROM daily_series AS t WHERE ${mine("t")} AND instr(t.tally, char(:mark)) > 0)`;
  const mayMatch = `${mine("r")} AND ${matchesOf(filter)} > 0 ${isTallied(filter) ? tallied : ""}`;
  if (filter.endpointId !== 0) {
    return `daily_endpoints AS r WHERE ${mayMatch} AND r.endpoint_id = :endpoint`;
  }
  return isByModel(filter)
    ? `daily_models AS r WHERE ${mayMatch} AND ${MODELS}`
    : `daily_series AS r WHERE ${mayMatch}`;
}

/** The rows `r` of an hour `a` of the account that may have a match: those of one kind, or of each. */
function hourRows(filter: LogFilter): string[] {
  const matches = `${matchesOf(filter)} > 0`;
  const tallied = (tally: string) => (isTallied(filter) ? `AND instr(${tally}, char(:mark)) > 0` : "");
  const ofHour = "r.hour = a.hour AND r.account_id = :account";
  const usage = `hourly_usage AS r ON ${ofHour} AND ${EACH_KEY} AND ${matches} ${tallied("r.tally")}
    ${filter.endpointId === 0 ? "" : "AND r.endpoint_id = :endpoint"}
    ${isByModel(filter) ? `AND ${MODELS}` : ""}`;
  if (filter.keyId !== 0) return [usage];
  if (filter.endpointId === 0 && !isByModel(filter)) {
    return [`hourly_series AS r ON ${ofHour} AND :key = 0 AND ${matches} ${tallied("r.tally")}`];
  }
  const of = isByModel(filter)
    ? `r.kind = ${KINDS.model_id} AND r.id IN (SELECT value FROM json_each(:models))`
    : `r.kind = ${KINDS.endpoint_id} AND r.id = :endpoint`;
  return [
    `${usage} AND a.totalled <= 0`,
    `hourly_totals AS r ON a.totalled > 0 AND ${ofHour} AND ${of} AND ${matches} ${tallied("a.tally")}`,
  ];
}

/** The hours of `day` that may have a match, with the matches by kind of row; `days` has a column `day` if it is a table. */
function hoursWith(filter: LogFilter, day: string, days = ""): string {
  const hours = hourRows(filter).map(
    (rows) => `SELECT a.hour, ${matchesOf(filter)} AS matches, a.requests
      FROM ${days} ${HOURS_OF_DAY} AS n
        CROSS JOIN hourly_series AS a ON a.account_id = :account AND a.hour = ${day} * ${HOURS_PER_DAY} + n.value
        CROSS JOIN ${rows}`,
  );
  return hours.join(" UNION ALL ");
}

const isByModel = ({ endpointId, modelIds }: LogFilter) => endpointId === 0 && modelIds.length > 0;

/** `behind`: ids not rolled up. `first`: the account has no earlier raw row. */
const STATE = `state (rolled, behind, first) AS MATERIALIZED (
  SELECT last_id, coalesce((SELECT max(id) FROM api_usage), 0) - last_id,
    max(CAST(:from AS INTEGER), (SELECT min(timestamp) FROM api_usage WHERE account_id = :account))
  FROM rollup_state WHERE name = 'usage')`;
const OPEN = "seen + last * :counts < :limit AND tried < :mostDays";

/**
 * No index finds raw rows by key, endpoint or status, so the roll-up shows which hours have some: by the rows of a day
 * where these count, otherwise by those of its hours. Of the days after `day`, `last` and `seen` are the matches of the
 * newest and of the others, `tried` the number of days with matches. `:day`, the position's own, counts no matches,
 * because they may be past the position; with `:counts` 0 no day does.
 */
function hoursSql(filter: LogFilter): string {
  const ofDay = `SELECT ${matchesOf(filter)} AS matches FROM ${dayRows(filter, "days.day")}`;
  const sumOf = (rows: string) => `coalesce((SELECT sum(matches) FROM (${rows})), 0)`;
  return `WITH RECURSIVE ${STATE},
    marked (day) AS (
      SELECT max(day) FROM open_days
      UNION ALL SELECT (SELECT max(day) FROM open_days AS o WHERE o.day < marked.day) FROM marked
        WHERE marked.day IS NOT NULL),
    open (day) AS MATERIALIZED (
      SELECT m.day FROM marked AS m CROSS JOIN open_days AS o ON o.day = m.day AND o.account_id = :account),
    days (day, last, seen, tried) AS (
      SELECT :day, 0, 0, 0 FROM state WHERE behind <= :mostFresh
      UNION ALL
      SELECT (SELECT max(day) FROM (
          SELECT max(d.day) AS day FROM daily_series AS d WHERE d.account_id = :account AND d.day < days.day
          UNION ALL SELECT max(o.day) FROM open AS o WHERE o.day < days.day)
          WHERE day >= (SELECT first / ${DAY_MS} FROM state)),
        CASE WHEN days.day = :day THEN 0
          WHEN days.day IN (SELECT day FROM open) THEN ${sumOf(hoursWith(filter, "days.day"))}
          ELSE ${sumOf(ofDay)} END,
        seen + last * :counts, tried + (last > 0)
      FROM days WHERE days.day IS NOT NULL AND ${OPEN}),
    chosen (day) AS MATERIALIZED (
      SELECT day FROM days WHERE day IS NOT NULL AND ${OPEN}
        AND (day IN (SELECT day FROM open) OR EXISTS (SELECT 1 FROM ${dayRows(filter, "days.day")}))),
    hours (hour, matches, requests) AS (
      SELECT hour, sum(matches), requests FROM (${hoursWith(filter, "d.day", "chosen AS d CROSS JOIN")})
      WHERE hour BETWEEN (SELECT first / ${HOUR_MS} FROM state) AND :hour
      GROUP BY hour ORDER BY hour DESC)
    SELECT json_object('rolled', rolled, 'behind', behind,
      'nextDay', (SELECT day FROM days WHERE day IS NOT NULL AND NOT (${OPEN})),
      'hours', (SELECT json_group_array(json_array(hour, matches, requests)) FROM hours)) AS json
    FROM state`;
}

const startOf = (timestamp: number): LogPosition => ({ timestamp, id: 0 });

/** Plans where to read the next `limit` requests of the scope within the bounds. */
export async function planLog(db: Database, scope: LogScope, bounds: LogBounds): Promise<LogPlan> {
  const { from, before, newest } = scope;
  const all = { from: startOf(from), to: before };
  if (!isFiltered(scope)) return { stretches: [all], rolled: newest, floor: null };
  const hours = await readHours(db, scope, bounds);
  const readsAll = hours.behind > bounds.fresh;
  const { chosen, floor } = readsAll
    ? { chosen: [{ ...all, matches: 0, rows: Number.POSITIVE_INFINITY }], floor: null }
    : choose(candidates(scope, hours), hours.nextDay, { limit: scope.limit, rows: bounds.rows });
  const plan = { stretches: chosen, rolled: readsAll ? newest : Math.min(hours.rolled, newest), floor };
  const last = chosen.at(-1);
  return last && last.rows > bounds.rows ? await cutLast(db, scope, { plan, last, rows: bounds.rows }) : plan;
}

async function readHours(db: Database, scope: LogScope, bounds: LogBounds): Promise<HoursResult> {
  const { accountId, keyId, endpointId, modelIds, status, from, limit } = scope;
  const last = lastInstant(scope);
  const args = {
    account: accountId,
    key: keyId,
    from,
    limit,
    counts: isCounted(scope) ? 1 : 0,
    day: Math.floor(last / DAY_MS),
    hour: Math.floor(last / HOUR_MS),
    mostDays: bounds.days,
    mostFresh: bounds.fresh,
    ...(endpointId !== 0 && { endpoint: endpointId }),
    ...(isByModel(scope) && { models: JSON.stringify(modelIds) }),
    ...(isTallied(scope) && { mark: STATUS_MARK + status.least }),
  };
  const { rows } = await db.$client.execute({ sql: hoursSql(scope), args });
  return hoursResult.parse(JSON.parse(String(rows[0]?.json)));
}

const lastInstant = ({ before }: LogScope) => before.timestamp - (before.id === 0 ? 1 : 0);

function candidates(scope: LogScope, { hours }: HoursResult): Candidate[] {
  const { from, before } = scope;
  return hours.map(([hour, matches, rows]) => {
    const [start, end] = [hour * HOUR_MS, (hour + 1) * HOUR_MS];
    const isCut = end > before.timestamp;
    return {
      from: startOf(Math.max(start, from)),
      to: isCut ? before : startOf(end),
      matches: isCut || !isCounted(scope) ? 0 : matches,
      rows,
    };
  });
}

/** The first candidates that contain `limit` matches or `rows` rows of the account. */
function choose(
  all: Candidate[],
  nextDay: number | null,
  { limit, rows }: { limit: number; rows: number },
): { chosen: Candidate[]; floor: LogPosition | null } {
  let matches = 0;
  let read = 0;
  for (const [i, candidate] of all.entries()) {
    if (matches >= limit || read >= rows) return { chosen: all.slice(0, i), floor: candidate.to };
    matches += candidate.matches;
    read += candidate.rows;
  }
  return { chosen: all, floor: nextDay === null ? null : startOf((nextDay + 1) * DAY_MS) };
}

async function cutLast(
  db: Database,
  { accountId }: LogScope,
  { plan, last, rows }: { plan: LogPlan; last: Stretch; rows: number },
): Promise<LogPlan> {
  const stretches = JSON.stringify([asJson(last)]);
  const args = { account: accountId, rolled: plan.rolled, stretches, skip: rows - 1 };
  const { rows: found } = await db.$client.execute({ sql: POSITION_IN, args });
  const text = found[0]?.json;
  if (typeof text !== "string") return plan;
  const from = position.parse(JSON.parse(text));
  return { ...plan, stretches: [...plan.stretches.slice(0, -1), { ...last, from }], floor: from };
}

export const asJson = ({ from, to }: Stretch) => [from.timestamp, from.id, to.timestamp, to.id];
