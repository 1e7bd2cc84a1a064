import type { BudgetPeriod, Budgets, SimulatedAccount } from "./accounts.ts";
import { sum } from "./cost-model.ts";
import type { History } from "./history.ts";
import { periodOf, planMonthOf, type Span, within } from "./periods.ts";
import type { World } from "./world.ts";

/** What a request has cost, or may still cost. */
export interface Spending {
  lineage: number;
  /** Time of its admission by the gateway's clock. */
  at: number;
  micros: number;
  planMicros: number;
}

const PERIODS: readonly BudgetPeriod[] = ["day", "week", "month"];

/** The largest value that was in force while the gateway's clock was in the period. */
function largest<Value>(
  { clock }: World,
  histories: readonly History<Value>[],
  span: Span,
  of: (value: Value) => number,
) {
  const visits = clock.visits(span.from, span.to);
  const values = visits.flatMap(({ from, to }) => histories.flatMap((history) => history.during(from, to)));
  return Math.max(...values.map(of));
}

/** Spending above what the account's budgets, limits, plan and funds allowed; each as a sentence. */
export function limitProblems(
  world: World,
  account: SimulatedAccount,
  spendings: readonly Spending[],
): string[] {
  const keys = account.slots.flatMap((slot) => slot.keys);
  const lineages = Map.groupBy(keys, ({ lineage }) => lineage);
  const ofKeys = [...lineages].flatMap(([lineage, members]) => {
    const own = spendings.filter((spending) => spending.lineage === lineage);
    const budgets = members.map((key) => key.budgets);
    return budgetProblems(world, { whose: `keys of lineage ${lineage}`, spendings: own, budgets });
  });
  const limited = { whose: "all keys", spendings, budgets: [account.limits] };
  const spent = sum(spendings.map(({ micros }) => micros));
  const [granted] = [account.granted.last];
  return [
    ...ofKeys,
    ...budgetProblems(world, limited),
    ...planProblems(world, account, spendings),
    ...(spent > granted ? [`spent ${spent} of a balance of ${granted}`] : []),
  ];
}

function budgetProblems(
  world: World,
  {
    whose,
    spendings,
    budgets,
  }: { whose: string; spendings: readonly Spending[]; budgets: History<Budgets>[] },
): string[] {
  return PERIODS.flatMap((period) =>
    sumsBy(spendings, ({ at }) => periodOf(period, at), "micros").flatMap(({ span, total }) => {
      const most = largest(world, budgets, span, (value) => value[period] ?? Number.POSITIVE_INFINITY);
      const day = new Date(span.from).toISOString();
      return total > most ? [`${whose} spent ${total} of ${most} in the ${period} from ${day}`] : [];
    }),
  );
}

function planProblems(world: World, { plan }: SimulatedAccount, spendings: readonly Spending[]): string[] {
  const [any] = plan.during(0, Number.POSITIVE_INFINITY).filter((value) => value !== null);
  if (any === undefined) return [];
  const months = (at: number) => planMonthOf(any, at);
  return sumsBy(spendings, ({ at }) => months(at), "planMicros").flatMap(({ span, total }) => {
    const most = largest(world, [plan], span, (value) => value?.micros ?? 0);
    const requests = largest(world, [plan], span, (value) =>
      value === null ? 0 : (value.requests ?? Number.POSITIVE_INFINITY),
    );
    const covered = spendings.filter(({ at, planMicros }) => planMicros > 0 && within(span, at)).length;
    return [
      ...(total > most
        ? [`the plan paid ${total} of ${most} from ${new Date(span.from).toISOString()}`]
        : []),
      ...(covered > requests ? [`the plan paid for ${covered} of ${requests} requests`] : []),
    ];
  });
}

function sumsBy(
  spendings: readonly Spending[],
  spanOf: (spending: Spending) => Span,
  of: "micros" | "planMicros",
) {
  const bySpan = Map.groupBy(spendings, (spending) => spanOf(spending).from);
  return [...bySpan.values()].flatMap((group) => {
    const [first] = group;
    return first ? [{ span: spanOf(first), total: sum(group.map((each) => each[of])) }] : [];
  });
}
