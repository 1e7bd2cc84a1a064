import { runDurableObjectAlarm } from "cloudflare:test";
import fc from "fast-check";
import { expect, it } from "vitest";
import { BUDGET_PERIODS, type Budget, type BudgetPeriod } from "#core/domain/gateway/budgets.ts";
import { runs } from "#tests/support/tier.ts";
import { budgetKey } from "./support/key-budgets.ts";
import { admit, type MeteredKey, meteredUser, restart, settlement } from "./support/meter.ts";
import { stopClock } from "./support/meter-clock.ts";

const HOUR_MS = 3_600_000;
/** After so long a request that was not settled is given up by an alarm. */
const ORPHAN_MS = 12 * 60_000;
/** The ends of a day, a week and a month are near, and no alarm rings by itself. */
const START = Date.parse("2100-01-29T22:00Z");

type Act =
  | { do: "admit"; key: number; hold: number }
  | { do: "settle"; nth: number; cost: number }
  | { do: "budget"; key: number; budgets: Budget[] }
  | { do: "wait"; ms: number }
  | { do: "flush" | "restart" | "refresh" };

const key = fc.nat(1);
const budgets = fc.uniqueArray(
  fc.record({ period: fc.constantFrom(...BUDGET_PERIODS), micros: fc.nat(1500) }),
  { selector: ({ period }) => period, maxLength: 3 },
);
const act: fc.Arbitrary<Act> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant("admit" as const), key, hold: fc.nat(400) }) },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constant("settle" as const), nth: fc.nat(30), cost: fc.nat(600) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("budget" as const), key, budgets }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("wait" as const),
      ms: fc.constantFrom(500, 60_000, HOUR_MS, 26 * HOUR_MS, 75 * HOUR_MS),
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom("flush", "restart", "refresh") }) },
);

interface ModelRequest {
  id: string;
  key: number;
  at: number;
  hold: number;
  cost: number | null;
}

/** Whether two instants lie in one period, by the calendar alone. */
function together(period: BudgetPeriod, left: number, right: number): boolean {
  const name = (at: number) => {
    const date = new Date(at);
    if (period === "week") date.setUTCDate(date.getUTCDate() - ((date.getUTCDay() + 6) % 7));
    return date.toISOString().slice(0, period === "month" ? 7 : 10);
  };
  return name(left) === name(right);
}

/** All requests ever made, and the budgets as they are: the plainest account of what may be spent. */
class Model {
  readonly requests: ModelRequest[] = [];
  readonly budgets: Budget[][] = [[], []];

  fits(key: number, hold: number, now: number): boolean {
    const used = (period: BudgetPeriod) =>
      this.requests
        .filter((request) => request.key === key && together(period, request.at, now))
        .reduce((sum, request) => sum + (request.cost ?? request.hold), 0);
    const room = ({ period, micros }: Budget) => used(period) + hold <= micros;
    return hold === 0 || (this.budgets[key] ?? []).every(room);
  }

  settle(id: string, cost: number): void {
    const request = this.requests.find((known) => known.id === id);
    if (request) request.cost ??= Math.min(cost, request.hold);
  }

  giveUp(before: number): void {
    for (const { id, at } of this.requests) if (at < before) this.settle(id, 0);
  }
}

async function play(acts: readonly Act[]) {
  const clock = stopClock(START);
  const { user, keys, meter } = await meteredUser({ keys: 2 });
  const [first, second] = keys as [MeteredKey, MeteredKey];
  const model = new Model();
  for (const next of acts) {
    if (next.do === "admit") {
      const { hold, key: which } = next;
      const { admitted, requestId } = await admit(which === 0 ? first : second, { hold });
      expect(admitted).toBe(model.fits(which, hold, Date.now()));
      if (admitted) model.requests.push({ id: requestId, key: which, at: Date.now(), hold, cost: null });
    } else if (next.do === "settle") {
      const { id } = model.requests[next.nth % Math.max(1, model.requests.length)] ?? { id: "unknown" };
      await meter().settle([settlement(id, next.cost)]);
      model.settle(id, next.cost);
    } else if (next.do === "budget") {
      await budgetKey(user, next.key === 0 ? first : second, next.budgets);
      model.budgets[next.key] = next.budgets;
    } else if (next.do === "wait") clock.move(next.ms);
    else if (next.do === "restart") await restart(first);
    else if (next.do === "refresh") await meter().refresh();
    else if (await runDurableObjectAlarm(meter())) model.giveUp(Date.now() - ORPHAN_MS);
  }
}

it("admits exactly what each key's budgets have room for, through any order of requests, flushes, changes, period ends and restarts", async () => {
  await fc.assert(fc.asyncProperty(fc.array(act, { minLength: 10, maxLength: 50 }), play), {
    numRuns: runs(40),
  });
});
