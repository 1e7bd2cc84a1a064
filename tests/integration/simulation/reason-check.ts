import { limitMs } from "#scripts/testing/slowness.ts";
import type { Budgets } from "./accounts.ts";
import { type Facts, holdOf } from "./charge-model.ts";
import { sum } from "./cost-model.ts";
import type { History } from "./history.ts";
import { periodOf, planMonthOf, type Span, within } from "./periods.ts";
import type { StoredRow } from "./stored.ts";
import { disturbed, PATIENCE_MS, verdictOf } from "./verdicts.ts";
import type { Exchange, World } from "./world.ts";

const RATE = 100;
const RATE_WINDOW_MS = 60_000;
/** libSQL is read again before a refusal, but at most once a second. */
const REREAD_AFTER_MS = 1_000;
const STALE_MS = limitMs(2_500);
/** The same while libSQL does not respond. */
const STALE_WITHOUT_DATABASE_MS = 15_000;

/** An exchange with its row; without one, it was never admitted. */
interface Settled {
  exchange: Exchange;
  row: StoredRow | undefined;
}

/** Each refusal for lack of money or rate had a reason, and no key was admitted more often than its rate. */
export async function checkReasons(world: World, rows: readonly StoredRow[], since: number): Promise<void> {
  const byId = new Map(rows.map((row) => [row.requestId, row]));
  const settled = [...world.exchanges.values()].map((exchange) => ({
    exchange,
    row: byId.get(exchange.requestId),
  }));
  const byAccount = Map.groupBy(settled, ({ exchange }) => exchange.account);
  for (const { exchange } of settled) {
    if (exchange.plan.number < since) continue;
    const { refusal } = verdictOf(world, exchange);
    const others = (byAccount.get(exchange.account) ?? []).filter((other) => other.exchange !== exchange);
    if (refusal !== null && !isFounded(world, exchange, refusal, others))
      world.report(exchange, `is refused as ${refusal} without a reason`);
  }
  for (const [, own] of Map.groupBy(settled, ({ exchange }) => exchange.key)) checkRate(world, own);
}

function isFounded(world: World, exchange: Exchange, refusal: string, others: readonly Settled[]): boolean {
  const { account, key, seen } = exchange;
  const [from, to] = [seen?.startedAt ?? 0, seen?.endedAt ?? 0];
  const hold = holdFor(world, exchange);
  const failed = world.faults.happened.some((at) => at >= from - STALE_WITHOUT_DATABASE_MS && at <= to);
  const faulty = failed || to - from >= PATIENCE_MS;
  const stale = [from - (faulty ? STALE_WITHOUT_DATABASE_MS : STALE_MS), to] as const;
  const known = [stale, ...readsThatSeemRecent(world, exchange)];
  const during = <Value>(history: History<Value>) => known.flatMap((span) => history.during(...span));
  const spent = (span: Span | null, ofLineage: boolean, paidBy: "cost" | "plan") =>
    sum(
      others
        .filter(({ exchange: other }) => !ofLineage || other.key.lineage === key.lineage)
        .map((other) => mostSpent(world, other, { span, paidBy, from, to })),
    );
  const exceeds = (history: History<Budgets>, ofLineage: boolean) =>
    (["day", "week", "month"] as const).some((period) => {
      const most = Math.min(...during(history).map((value) => value[period] ?? Number.POSITIVE_INFINITY));
      return spansAt(world, exchange, (at) => periodOf(period, at)).some(
        (span) => spent(span, ofLineage, "cost") + hold > most,
      );
    });
  if (refusal === "rate_limit_exceeded") return usesBefore(world, others, exchange) >= RATE;
  if (refusal === "insufficient_balance")
    return spent(null, false, "cost") + hold > Math.min(...during(account.granted));
  if (refusal === "budget_exceeded") return exceeds(key.budgets, true);
  if (refusal === "spending_limit_exceeded") return exceeds(account.limits, false);
  if (refusal !== "quota_exceeded") return true;
  return during(account.plan).some((plan) => {
    if (plan === null || plan.draws) return false;
    return spansAt(world, exchange, (at) => planMonthOf(plan, at)).some(
      (span) =>
        spent(span, false, "plan") + hold > plan.micros ||
        others.filter(({ row }) => row !== undefined && within(span, row.at)).length >=
          (plan.requests ?? Number.POSITIVE_INFINITY),
    );
  });
}

/** Real times at which the clock, which may have been set back since, showed about the same time. */
function readsThatSeemRecent({ clock }: World, { seen }: Exchange): [number, number][] {
  const [from, to] = [seen?.startedAt ?? 0, seen?.endedAt ?? 0];
  return clock
    .shown(from, to)
    .flatMap((span) => clock.visits(span.from - REREAD_AFTER_MS, span.to + REREAD_AFTER_MS))
    .filter((visit) => visit.from <= to)
    .map((visit) => [visit.from, Math.min(visit.to, to)]);
}

/** The largest hold that the request may have been judged by. */
function holdFor({ lists }: World, { plan }: Exchange): number {
  if (plan.kind !== "model") return 0;
  const { request } = plan;
  const holds = lists.flatMap(({ models }) => {
    const price = models.get(request.model);
    const facts: Facts | null = price === undefined ? null : { ...request.facts, price };
    return facts === null ? [] : [holdOf(facts)];
  });
  return Math.max(0, ...holds);
}

function spansAt({ clock }: World, { seen }: Exchange, spanOf: (at: number) => Span): Span[] {
  const shown = clock.shown(seen?.startedAt ?? 0, seen?.endedAt ?? 0);
  return shown.flatMap(({ from, to }) => [spanOf(from), spanOf(to)]);
}

/** The most that the other request can have taken of a limit at a moment within the real times [from, to]. */
function mostSpent(
  world: World,
  { exchange, row }: Settled,
  { span, paidBy, from, to }: { span: Span | null; paidBy: "cost" | "plan"; from: number; to: number },
): number {
  if (row === undefined || (exchange.seen?.startedAt ?? 0) > to) return 0;
  if (span !== null && !within(span, row.at)) return 0;
  const covered = row.plan > 0;
  if (isSettledBefore(world, exchange, from)) return row[paidBy];
  // Which of them pays is not known of a request that costs nothing in the end.
  const other = paidBy === "cost" ? covered : row.cost > 0;
  return other ? 0 : (row.hold ?? 0);
}

function isSettledBefore(world: World, exchange: Exchange, moment: number): boolean {
  const { seen } = exchange;
  if (seen === null) return false;
  if (world.drains.some((at) => at > seen.endedAt && at < moment)) return true;
  return seen.end === "whole" && seen.endedAt < moment && !disturbed(world, exchange, seen.startedAt, moment);
}

/** Requests of the same key that may have used its rate in the minute before. */
function usesBefore({ clock }: World, others: readonly Settled[], { key, seen }: Exchange): number {
  const [from, to] = [(seen?.startedAt ?? 0) - RATE_WINDOW_MS - 1_000, seen?.endedAt ?? 0];
  const setBack = clock.setBacks.filter((at) => at >= from - RATE_WINDOW_MS && at <= to);
  const since = from - sum(setBack.map((at) => idleBefore(others, at)));
  return others.filter(
    ({ exchange }) =>
      exchange.key === key && (exchange.seen?.endedAt ?? 0) >= since && (exchange.seen?.startedAt ?? 0) <= to,
  ).length;
}

/** Time without a request of the account: for its object, a clock that is set back after it has stood still. */
function idleBefore(others: readonly Settled[], moment: number): number {
  const earlier = others.map(({ exchange }) => exchange.seen?.startedAt ?? 0).filter((at) => at <= moment);
  return earlier.length === 0 ? 0 : moment - Math.max(...earlier);
}

/** Only steps forward, which look like time that has passed, let more requests in. */
function checkRate(world: World, own: readonly Settled[]): void {
  const admitted = own.flatMap(({ exchange, row }) =>
    row === undefined || exchange.seen === null ? [] : [exchange.seen],
  );
  admitted.sort((a, b) => a.startedAt - b.startedAt);
  for (const [i, first] of admitted.entries()) {
    const end = first.startedAt + RATE_WINDOW_MS;
    const leap = world.clock.leaps.find((at) => at >= first.startedAt) ?? Number.POSITIVE_INFINITY;
    const inWindow = admitted.slice(i).filter(({ endedAt }) => endedAt < Math.min(end, leap));
    if (inWindow.length <= RATE) continue;
    world.report(null, `key ${own[0]?.exchange.key.id}: ${inWindow.length} in a minute`);
    return;
  }
}
