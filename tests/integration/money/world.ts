import { DomainError } from "#core/domain/errors.ts";
import type {
  AccountContext,
  KeysContext,
  MeteringContext,
  OperatorContext,
  PaymentsContext,
} from "#core/services/context.ts";
import type { Database } from "#core/storage/database.ts";
import { accounts } from "#core/storage/schema/accounts.ts";
import { autoTopUps } from "#core/storage/schema/cards.ts";
import { contextNow } from "#tests/support/account.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { testOperator } from "#tests/support/operator-context.ts";
import { type LedgerState, readLedger } from "./ledger-state.ts";
import { THRESHOLD_MICROS } from "./model.ts";
import { type ModelProvider, modelProvider } from "./model-provider.ts";

export type Context = AccountContext & PaymentsContext & KeysContext & MeteringContext & OperatorContext;

/** One customer, the provider that only this customer uses, and a clock that only the story moves. */
export interface World {
  ctx: Context;
  provider: ModelProvider;
  clock: { at: number };
  ledger: LedgerState;
  /** Everything tried other than payments, by its source: how much it moves, and how to retry it. */
  adjustments: Map<string, number>;
  retries: Map<string, () => Promise<unknown>>;
  /** When each request began, by its id. */
  requests: Map<string, number>;
}

/** Autumn before a leap year, so that stories include a 29 February. */
const START = Date.UTC(2027, 10, 3, 9, 30, 15, 250);
const SECRET = new Uint8Array(32).fill(7);

export async function newWorld(db: Database): Promise<World> {
  const userId = crypto.randomUUID();
  const row = { userId, email: `${userId}@example.com`, createdAt: START };
  const [account] = await db.insert(accounts).values(row).returning();
  if (!account) throw new Error("no account");
  const topUp = { thresholdMicros: THRESHOLD_MICROS, amountMinor: 2_500, limitMinor: 10_000 };
  await db.insert(autoTopUps).values({ accountId: account.id, enabled: true, ...topUp });
  const clock = { at: START };
  const provider = modelProvider(() => clock.at);
  const ctx = await contextNow({
    ...testOperator(db, { now: () => clock.at }),
    account,
    requestId: "test",
    payments: provider.payments,
    metering: noMetering,
    appOrigin: "http://app.test",
    keySecrets: { pepper: SECRET, sealing: SECRET },
  });
  const ledger = await readLedger(db, account.id);
  return { ctx, provider, clock, ledger, adjustments: new Map(), retries: new Map(), requests: new Map() };
}

export const isCode = (error: unknown, code: string) => error instanceof DomainError && error.code === code;

/**
 * Waits for all of them before it reports the first failure, so that nothing keeps running behind the story's
 * back.
 */
export async function together(works: Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(works))
    if (outcome.status === "rejected") throw outcome.reason;
}
