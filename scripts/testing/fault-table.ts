/** One small mistake in the source, and the tests that have to fail because of it. */
export interface PlantedFault {
  area: "ledger" | "payments" | "metering" | "roll-up" | "identity" | "screens";
  mistake: string;
  file: string;
  /** Stands in the file exactly once. */
  find: string;
  replace: string;
  project: "unit" | "components" | "workers" | "integration";
  suites: string[];
}

/** Mistakes as they are made: a bound off by one, a forgotten filter, a wrong direction of rounding. */
export const FAULTS: readonly PlantedFault[] = [
  {
    area: "ledger",
    mistake: "a statement without the filter by account",
    file: "worker/core/storage/ledger.ts",
    find: ".where(and(eq(ledgerEntries.account, accountName(accountId)), older))",
    replace: ".where(older)",
    project: "integration",
    suites: ["tests/integration/statement.test.ts"],
  },
  {
    area: "ledger",
    mistake: "credit taken back down to a dollar below zero",
    file: "worker/core/storage/ledger.ts",
    find: "balance}, 0) >= ",
    replace: "balance}, 0) + 1000000 >= ",
    project: "integration",
    suites: ["tests/integration/operator.test.ts"],
  },
  {
    area: "payments",
    mistake: "a payment in another currency counts as the one ordered",
    file: "worker/core/domain/checkout.ts",
    find: "checkout.amountMinor === order.amountMinor &&\n      checkout.currency === order.currency;",
    replace: "checkout.amountMinor === order.amountMinor;",
    project: "unit",
    suites: ["tests/unit/payments-checkout.test.ts"],
  },
  {
    area: "payments",
    mistake: "a cancelled refund still takes its money",
    file: "worker/adapters/stripe-mapping.ts",
    find: 'stands: status !== "failed" && status !== "canceled"',
    replace: 'stands: status !== "failed"',
    project: "unit",
    suites: ["tests/unit/stripe-mapping.test.ts"],
  },
  {
    area: "payments",
    mistake: "a full refund leaves the bought year",
    file: "worker/core/domain/reversals.ts",
    find: "return refunded >= amountMinor",
    replace: "return refunded > amountMinor",
    project: "integration",
    suites: ["tests/integration/payments-reversals-plan.test.ts"],
  },
  {
    area: "metering",
    mistake: "the cost of a request rounded down",
    file: "worker/core/domain/gateway/pricing.ts",
    find: "(millionths + MILLION - 1n) / MILLION",
    replace: "millionths / MILLION",
    project: "unit",
    suites: ["tests/unit/gateway-pricing.test.ts"],
  },
  {
    area: "metering",
    mistake: "a window of the rate limit one millisecond too short",
    file: "worker/core/domain/gateway/rate-window.ts",
    find: "const APART_MS = RATE_WINDOW_MS + 1;",
    replace: "const APART_MS = RATE_WINDOW_MS;",
    project: "unit",
    suites: ["tests/unit/gateway-rate-window.test.ts"],
  },
  {
    area: "metering",
    mistake: "weeks of a budget that begin on Sunday",
    file: "worker/core/domain/gateway/budgets.ts",
    find: "const MONDAY_SHIFT = 3;",
    replace: "const MONDAY_SHIFT = 4;",
    project: "unit",
    suites: ["tests/unit/gateway-budgets.test.ts"],
  },
  {
    area: "roll-up",
    mistake: "each chunk counts the last row of the one before again",
    file: "worker/core/storage/rollup.ts",
    find: "`id > (SELECT prev_id",
    replace: "`id >= (SELECT prev_id",
    project: "integration",
    suites: ["tests/integration/rollup-worker.test.ts"],
  },
  {
    area: "roll-up",
    mistake: "a window without the hour that is under way",
    file: "worker/core/domain/analytics-window.ts",
    find: "endHour: Math.floor(now / HOUR_MS) + 1,",
    replace: "endHour: Math.floor(now / HOUR_MS),",
    project: "unit",
    suites: ["tests/unit/usage-window.test.ts"],
  },
  {
    area: "roll-up",
    mistake: "a percentile of the rank below",
    file: "worker/core/domain/tally.ts",
    find: "Math.ceil((percent / 100) * total)",
    replace: "Math.floor((percent / 100) * total)",
    project: "unit",
    suites: ["tests/unit/usage-tally.test.ts"],
  },
  {
    area: "identity",
    mistake: "a way back after signing in that leads to another site",
    file: "app/lib/paths.ts",
    find: 'url.origin !== BASE || path.startsWith("//")',
    replace: "url.origin !== BASE",
    project: "unit",
    suites: ["tests/unit/app-return-path.test.ts"],
  },
  {
    area: "identity",
    mistake: "an expired key that still works at its last moment",
    file: "worker/core/domain/key-life.ts",
    find: "expiresAt <= now",
    replace: "expiresAt < now",
    project: "workers",
    suites: ["tests/workers/keys-presented.test.ts", "tests/workers/keys-change.test.ts"],
  },
  {
    area: "screens",
    mistake: "a negative amount shown without its sign",
    file: "app/features/billing/billing-view.ts",
    find: ": `−$",
    replace: ": `$",
    project: "unit",
    suites: ["tests/unit/billing-view.test.ts"],
  },
  {
    area: "screens",
    mistake: "two labels of the statement swapped",
    file: "app/features/billing/billing-view.ts",
    find: '  dispute: "Disputed payment",\n  dispute_won: "Dispute won",',
    replace: '  dispute: "Dispute won",\n  dispute_won: "Disputed payment",',
    project: "unit",
    suites: ["tests/unit/billing-view.test.ts"],
  },
];
