import { OUTCOMES } from "#core/domain/gateway/outcomes.ts";
import { type Charge, type Facts, holdOf } from "./charge-model.ts";
import { costOf, inputOf, KINDS, type Kind, type Line, outputOf } from "./cost-model.ts";
import { type Ending, endingsOf } from "./endings.ts";
import type { PublishedList } from "./prices.ts";
import { PATHS } from "./requests.ts";
import type { StoredRow } from "./stored.ts";
import { LIMITS, METER_TIMES } from "./times.ts";
import { transcriptProblems } from "./transcript-check.ts";
import { isLost, spanOf, verdictOf } from "./verdicts.ts";
import type { Exchange, World } from "./world.ts";

/** A gateway may use an older list for so long. */
const STALE_PRICES_MS = 75_000;
/** An exchange that took longer than its script by this much may have been cut by a time limit. */
const SLOW_MS = LIMITS.idleMs / 2;
const TEXT_MAX = 600;

/** Every exchange has the rows that it should have, and each row says what happened. */
export async function checkRows(world: World, rows: readonly StoredRow[]): Promise<void> {
  const byId = new Map(rows.map((row) => [row.requestId, row]));
  for (const exchange of world.exchanges.values()) {
    const row = byId.get(exchange.requestId);
    byId.delete(exchange.requestId);
    const { row: wanted, problem } = verdictOf(world, exchange);
    if (problem !== null) world.report(exchange, problem);
    if (row === undefined && wanted === "must") world.report(exchange, "was admitted and has no row");
    if (row !== undefined && wanted === "never") world.report(exchange, "was refused and has a row");
    if (row !== undefined)
      for (const each of rowProblems(world, exchange, row)) world.report(exchange, each, row);
  }
  for (const row of byId.values()) world.report(null, `Nobody sent the request of ${JSON.stringify(row)}`);
}

function rowProblems(world: World, exchange: Exchange, row: StoredRow): string[] {
  const { plan, account, key } = exchange;
  const { from, to } = spanOf(exchange, world);
  const problems: string[] = [];
  const check = (right: boolean, problem: string) => {
    if (!right) problems.push(problem);
  };
  check(row.accountId === account.id && row.keyId === key.id, "the row has another owner");
  check(world.clock.showed(row.at, from, to), `the row's time ${row.at} is none of the exchange's`);
  check(row.cost === 0 || row.plan === 0, "the balance and the plan both pay");
  check(
    row.hold !== null && row.cost + row.plan <= row.hold,
    `it costs ${row.cost + row.plan} of a hold of ${row.hold}`,
  );
  if (plan.kind === "model" && !key.test) problems.push(...pricedProblems(world, exchange, row));
  else check(isFree(row) && (key.test || row.model === ""), "a request that costs nothing has figures");
  const isOrphan = row.outcome === OUTCOMES.orphaned && circumstancesOf(world, exchange).orphaned;
  if (plan.kind === "lookup" && exchange.seen?.end === "whole" && !isOrphan)
    check(row.status === exchange.seen.status, `the row's status is ${row.status}`);
  return problems;
}

const isFree = ({ cost, plan, hold, lines, tokensIn, tokensOut }: StoredRow) =>
  cost === 0 && plan === 0 && hold === 0 && lines === null && tokensIn === 0 && tokensOut === 0;

function pricedProblems(world: World, exchange: Exchange, row: StoredRow): string[] {
  const { plan } = exchange;
  if (plan.kind !== "model") return [];
  const { request } = plan;
  const list = listOf(world, exchange, row);
  const price = list?.models.get(request.model);
  if (price === undefined) return [`the row's price list ${row.listId} was not in force`];
  const facts: Facts = { ...request.facts, price };
  const problems: string[] = [];
  const due = holdOf(facts);
  if (row.model !== request.model) problems.push(`the row's model is ${row.model}`);
  if (row.endpoint !== PATHS[request.api]) problems.push(`the row's endpoint is ${row.endpoint}`);
  if (row.hold !== due) problems.push(`the hold should be ${due}`);
  const bill = billOf(row);
  if (bill === "wrong") return [...problems, "the price lines are no bill"];
  const cost = bill === null ? 0 : costOf(price, bill.tier, bill.counts, bill.units);
  if (row.cost + row.plan !== cost) problems.push(`the price lines make ${cost}`);
  problems.push(...forwardingProblems(world, exchange), ...shownProblems(exchange, row));
  problems.push(...transcriptProblems(exchange, row));
  const endings = endingsOf(plan, facts, circumstancesOf(world, exchange));
  if (endings.some((ending) => isEnding(row, bill, ending))) return problems;
  const few = endings.slice(0, 4).map((ending) => JSON.stringify(ending));
  return [...problems, `it can't have ended like this; rather ${few.join(" or ")} (${endings.length} ways)`];
}

/** The row's price list, if it may have been in force for the exchange. */
function listOf(world: World, exchange: Exchange, row: StoredRow): PublishedList | undefined {
  const { clock, lists, faults } = world;
  const { from, to } = spanOf(exchange, world);
  const readAt = clock.shown(from - STALE_PRICES_MS, to).flatMap((span) => [span.from, span.to]);
  const now = Math.max(...clock.shown(from, to).map((span) => span.to));
  const failed = faults.happened.some((at) => at >= from - STALE_PRICES_MS && at <= to);
  const known = readAt.flatMap((at) => {
    const next = lists.findIndex((list) => list.from > at);
    const [current, following] = next < 0 ? [lists.at(-1)] : [lists[next - 1], lists[next]];
    // Without libSQL, a gateway goes on with the next list that it has read.
    return failed && following !== undefined && following.from <= now ? [current, following] : [current];
  });
  return known.find((list) => list?.id === row.listId);
}

const UNIT = /^(character|search_unit|second|image:\w+:\w+)$/;

interface BillRead {
  tier: string;
  counts: Partial<Record<Kind, number>>;
  units: Line[];
}

function billOf({ lines }: StoredRow): BillRead | null | "wrong" {
  if (lines === null) return null;
  const { tier, lines: list } = JSON.parse(lines) as {
    tier: string;
    lines: { dimension: string; quantity: number }[];
  };
  const counts: BillRead["counts"] = {};
  const units: Line[] = [];
  for (const { dimension, quantity } of list) {
    const kind = KINDS.find((known) => known === dimension);
    if (kind !== undefined) counts[kind] = quantity;
    else if (UNIT.test(dimension)) units.push({ dimension, quantity });
    else if (dimension !== "request" || quantity !== 1) return "wrong";
  }
  return { tier, counts, units };
}

function isEnding(row: StoredRow, bill: BillRead | null, { outcome, status, charge }: Ending): boolean {
  if (row.outcome !== OUTCOMES[outcome] || row.status !== status) return false;
  if (charge === null || bill === null)
    return (
      charge === null && bill === null && row.tokensIn === 0 && row.tokensOut === 0 && row.estimated === 0
    );
  return isCharge(row, bill, charge);
}

function isCharge(row: StoredRow, bill: BillRead, { estimated, ...charge }: Charge): boolean {
  const { tier, counts, units } = bill;
  const { output = 0 } = counts;
  const same = KINDS.every((kind) => kind === "output" || (counts[kind] ?? 0) === (charge.counts[kind] ?? 0));
  return (
    same &&
    tier === charge.tier &&
    JSON.stringify(units) === JSON.stringify(charge.units) &&
    output >= (charge.counts.output ?? 0) &&
    output <= charge.outputMost &&
    (row.estimated === 1) === (estimated || output > (charge.counts.output ?? 0)) &&
    row.tokensIn === inputOf(counts) &&
    row.tokensCached === (counts.cached_input ?? 0) + (counts.cached_audio_input ?? 0) &&
    row.tokensOut === outputOf(counts)
  );
}

function circumstancesOf(world: World, exchange: Exchange) {
  const { plan, seen } = exchange;
  const { from, to } = spanOf(exchange, world);
  const leap = world.clock.leap(from, to);
  const whole = seen?.end === "whole";
  return {
    left: !whole,
    late: leap >= LIMITS.abandonedMs || (plan.kind === "model" && isSlow(exchange)),
    orphaned: to - from + leap >= METER_TIMES.orphanMs || isLost(world, exchange),
    hiddenMs: to - from + leap,
  };
}

/** Whether it took so long that the gateway or the provider may have lost patience on a busy machine. */
function isSlow({ plan, seen }: Exchange): boolean {
  if (plan.kind !== "model" || seen === null) return false;
  const { head, stop, delayMs, slices, pauseMs } = plan.script;
  const silentMs = head === "silent" ? LIMITS.firstByteMs : stop?.how === "hang" ? LIMITS.idleMs : 0;
  return seen.endedAt - seen.startedAt > delayMs + slices.length * pauseMs + silentMs + SLOW_MS;
}

/** The provider got the request once, as it was priced. */
function forwardingProblems({ provider }: World, { plan }: Exchange): string[] {
  const bodies = provider.served.get(plan.number)?.bodies ?? [];
  if (plan.kind !== "model" || bodies.length === 0) return [];
  if (bodies.length > 1) return [`the provider got it ${bodies.length} times`];
  return bodies[0] === plan.request.forwarded
    ? []
    : [`the provider got ${JSON.stringify(bodies[0]?.slice(0, TEXT_MAX))}`];
}

/** A client that read all of the response saw the cost in it. */
function shownProblems({ plan, seen }: Exchange, row: StoredRow): string[] {
  if (plan.kind !== "model" || seen?.end !== "whole" || row.outcome === OUTCOMES.orphaned) return [];
  const dollars = (row.cost / 1_000_000).toFixed(6);
  const header = seen.headers["x-latchkey-cost"];
  if (header !== undefined && header !== dollars) return [`the header says that it costs ${header}`];
  const inBody = /"cost":([\d.]+)/.exec(seen.text)?.[1];
  return inBody !== undefined && inBody !== dollars ? [`the response says that it costs ${inBody}`] : [];
}
