import { z } from "zod";
import { DAY_MS, HOUR_MS } from "#core/domain/ranges.ts";
import { STATUS_MARK } from "#core/domain/tally.ts";
import type { Database } from "./database.ts";
import { hoursSql, isTallied } from "./usage-log-hours-sql.ts";
import { isFiltered, isOneCode, type LogBounds, type LogScope, type Place } from "./usage-log-scope.ts";
import { PLACE_IN } from "./usage-log-sql.ts";

/** The places before `to`, from `from` on. */
interface Stretch {
  from: Place;
  to: Place;
}

/** Where the next requests of the log are. */
export interface LogPlan {
  /** Newest first: they hold all of them with ids up to `rolled`. Those with later ids can be anywhere. */
  stretches: Stretch[];
  rolled: number;
  /** Nothing before this place is looked at; null: nothing is left there. */
  floor: Place | null;
}

interface Candidate extends Stretch {
  /** How many matching requests are sure to be in it. */
  matches: number;
  /** How many of the account's rows it holds at most. */
  rows: number;
}

const n = z.number();
const place = z.object({ timestamp: n, id: n });
const hoursAnswer = z.object({
  rolled: n,
  behind: n,
  nextDay: n.nullable(),
  hours: z.array(z.tuple([n, n, n])),
});
type HoursAnswer = z.infer<typeof hoursAnswer>;

const startOf = (timestamp: number): Place => ({ timestamp, id: 0 });

/** Where to look for the next `limit` requests of the scope, and how far within the bounds. */
export async function planLog(db: Database, scope: LogScope, bounds: LogBounds): Promise<LogPlan> {
  const { from, before, newest } = scope;
  const all = { from: startOf(from), to: before };
  if (!isFiltered(scope)) return { stretches: [all], rolled: newest, floor: null };
  const answer = await readHours(db, scope, bounds);
  const walked = answer.behind > bounds.fresh;
  const { chosen, floor } = walked
    ? { chosen: [{ ...all, matches: 0, rows: Number.POSITIVE_INFINITY }], floor: null }
    : choose(candidates(scope, answer), answer.nextDay, { limit: scope.limit, rows: bounds.rows });
  const plan = { stretches: chosen, rolled: walked ? newest : Math.min(answer.rolled, newest), floor };
  const last = chosen.at(-1);
  return last && last.rows > bounds.rows ? await cutLast(db, scope, { plan, last, rows: bounds.rows }) : plan;
}

async function readHours(db: Database, scope: LogScope, bounds: LogBounds): Promise<HoursAnswer> {
  const { accountId, keyId, endpointId, status, from, limit } = scope;
  const last = lastInstant(scope);
  const args = {
    ...{ account: accountId, key: keyId, from, limit, counts: isOneCode(scope) ? 0 : 1 },
    ...{ day: Math.floor(last / DAY_MS), hour: Math.floor(last / HOUR_MS) },
    ...{ mostDays: bounds.days, mostFresh: bounds.fresh },
    ...(endpointId !== 0 && { endpoint: endpointId }),
    ...(isTallied(scope) && { mark: STATUS_MARK + status.least }),
  };
  const { rows } = await db.$client.execute({ sql: hoursSql(scope), args });
  return hoursAnswer.parse(JSON.parse(String(rows[0]?.json)));
}

const lastInstant = ({ before }: LogScope) => before.timestamp - (before.id === 0 ? 1 : 0);

function candidates(scope: LogScope, { hours }: HoursAnswer): Candidate[] {
  const { from, before } = scope;
  return hours.map(([hour, matches, rows]) => {
    const [start, end] = [hour * HOUR_MS, (hour + 1) * HOUR_MS];
    const isCut = end > before.timestamp;
    return {
      from: startOf(Math.max(start, from)),
      to: isCut ? before : startOf(end),
      matches: isCut || isOneCode(scope) ? 0 : matches,
      rows,
    };
  });
}

/** As many as hold `limit` matches, or until `rows` of the account are in them. */
function choose(
  all: Candidate[],
  nextDay: number | null,
  { limit, rows }: { limit: number; rows: number },
): { chosen: Candidate[]; floor: Place | null } {
  let matches = 0;
  let read = 0;
  for (const [i, candidate] of all.entries()) {
    if (matches >= limit || read >= rows) return { chosen: all.slice(0, i), floor: candidate.to };
    matches += candidate.matches;
    read += candidate.rows;
  }
  return { chosen: all, floor: nextDay === null ? null : startOf((nextDay + 1) * DAY_MS) };
}

/** Ends the plan so many rows into its last stretch, unless that has fewer. */
async function cutLast(
  db: Database,
  { accountId }: LogScope,
  { plan, last, rows }: { plan: LogPlan; last: Stretch; rows: number },
): Promise<LogPlan> {
  const stretches = JSON.stringify([asJson(last)]);
  const args = { account: accountId, rolled: plan.rolled, stretches, skip: rows - 1 };
  const answer = await db.$client.execute({ sql: PLACE_IN, args });
  const found = answer.rows[0]?.json;
  if (typeof found !== "string") return plan;
  const from = place.parse(JSON.parse(found));
  return { ...plan, stretches: [...plan.stretches.slice(0, -1), { ...last, from }], floor: from };
}

/** As the statements read a stretch. */
export const asJson = ({ from, to }: Stretch) => [from.timestamp, from.id, to.timestamp, to.id];
