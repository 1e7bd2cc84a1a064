import fc from "fast-check";
import { ACCOUNT_LIMIT_PERIODS, BUDGET_PERIODS, type Budget } from "#core/domain/gateway/budgets.ts";
import { REQUEST_REFUSALS } from "#core/domain/gateway/refusal-codes.ts";
import { DAY_MS, HOUR_MS } from "#core/domain/time.ts";

/** The ends of a day, a week and a month are near, and no alarm rings by itself. */
export const START = Date.parse("2100-01-29T22:00Z");
/** `before`: libSQL does not respond; `after`: it stores everything, and its response is lost. */
export type SyncFault = "none" | "before" | "after";

/** Room for a few requests. */
const micros = fc.constantFrom(0, 300, 600, 900, 1200, 1500);
const limitsOf = <Period extends Budget["period"]>(periods: readonly Period[]) =>
  fc.uniqueArray(fc.record({ period: fc.constantFrom(...periods), micros }), {
    selector: ({ period }) => period,
    maxLength: periods.length,
  });
const act = <Name extends string, Fields extends object>(
  name: Name,
  fields: { [K in keyof Fields]: fc.Arbitrary<Fields[K]> },
) => fc.record({ do: fc.constant(name), ...fields }) as fc.Arbitrary<{ do: Name } & Fields>;

/** A charge, as price lines name it. */
export interface Charged {
  dimension: keyof typeof MICROS_OF;
  quantity: number;
}
/** Micro-dollars of one. */
const MICROS_OF = { "image:1024x1024:low": 60, search_unit: 7, character: 1, input: 1 };
export const microsOf = ({ dimension, quantity }: Charged): number => MICROS_OF[dimension] * quantity;
const charged = fc
  .tuple(fc.constantFrom(...(Object.keys(MICROS_OF) as Charged["dimension"][])), fc.nat(600))
  .map(([dimension, most]): Charged => ({ dimension, quantity: Math.floor(most / MICROS_OF[dimension]) }));

const key = fc.nat(5);
const nth = fc.nat(30);
const hold = fc.oneof({ weight: 1, arbitrary: fc.constant(0) }, { weight: 9, arbitrary: fc.nat(400) });
const fault = fc.oneof(
  { weight: 3, arbitrary: fc.constant<SyncFault>("none") },
  { weight: 2, arbitrary: fc.constantFrom<SyncFault>("before", "after") },
);
const plan = fc.option(
  fc.record({
    type: fc.constantFrom("Premium" as const, "Business" as const),
    validUntil: fc.option(fc.constantFrom(...[0.1, 4, 40, 80].map((days) => START + days * DAY_MS))),
    requestsPerMonth: fc.option(fc.nat(20), { freq: 1 }),
    microsPerMonth: fc.option(fc.nat(1500)),
    drawsOnBalance: fc.boolean(),
  }),
);
const STEPS = [500, 60_000, 13 * 60_000, HOUR_MS];
/** Few, so that the clock often returns to a period: the days, weeks and months of these differ. */
const INSTANTS = [-20, 0, 3, 26, 75, 32 * 24].map((hours) => START + hours * HOUR_MS);

/** Everything that can happen to an account's object, most often what fills its limits. */
export const acts = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: act("admit", { key, hold }) },
    { weight: 7, arbitrary: act("spend", { key, hold }) },
    { weight: 2, arbitrary: act("burst", { key, hold, count: fc.integer({ min: 2, max: 5 }), fault }) },
    { weight: 5, arbitrary: act("settle", { nth, charged }) },
    { weight: 2, arbitrary: act("report", { nth, charged }) },
    { weight: 3, arbitrary: act("refuse", { key, code: fc.constantFrom(...REQUEST_REFUSALS) }) },
    { weight: 4, arbitrary: act("budget", { key, budgets: limitsOf(BUDGET_PERIODS) }) },
    { weight: 1, arbitrary: act("limit", { limits: limitsOf(ACCOUNT_LIMIT_PERIODS) }) },
    { weight: 3, arbitrary: act("plan", { plan }) },
    { weight: 3, arbitrary: act("rotate", { key, hours: fc.constantFrom(0, 1, 24), hold }) },
    { weight: 1, arbitrary: act("suspend", { suspended: fc.constantFrom(true, false, false) }) },
    { weight: 1, arbitrary: act("stop", { stopped: fc.constantFrom(true, false, false) }) },
    { weight: 1, arbitrary: act("fund", { micros: fc.integer({ min: -1500, max: 4000 }) }) },
    { weight: 2, arbitrary: act("step", { ms: fc.constantFrom(...STEPS, ...STEPS.map((step) => -step)) }) },
    {
      weight: 4,
      arbitrary: act("jump", { to: fc.constantFrom(...INSTANTS), key, hold, flush: fc.boolean() }),
    },
    { weight: 5, arbitrary: act("flush", { fault }) },
    { weight: 2, arbitrary: act("restart", {}) },
    { weight: 2, arbitrary: act("refresh", {}) },
  ),
  { minLength: 20, maxLength: 80 },
);
type Unpacked<Value> = Value extends fc.Arbitrary<infer Inner> ? Inner : never;
export type Act = Unpacked<typeof acts>[number];
