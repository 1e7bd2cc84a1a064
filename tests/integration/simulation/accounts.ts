import { eq } from "drizzle-orm";
import { parseApiKey } from "#core/domain/api-key.ts";
import { accountName, OPERATOR_CREDIT } from "#core/domain/ledger.ts";
import type { Account, KeySecrets } from "#core/services/context.ts";
import { setBudgets } from "#core/services/keys/budgets.ts";
import type { Database } from "#core/storage/database.ts";
import { apiKeys } from "#core/storage/schema/accounts.ts";
import { autoTopUps } from "#core/storage/schema/cards.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { transferMoney } from "#tests/support/money.ts";
import { newAccount, stock } from "../keys/key-shop.ts";
import { History } from "./history.ts";
import type { WallClock } from "./wall-clock.ts";

export type BudgetPeriod = "day" | "week" | "month";
/** Micro-dollars per period; a period without one is unlimited. */
export type Budgets = Readonly<Partial<Record<BudgetPeriod, number>>>;

export interface Plan {
  validUntil: number;
  requests: number | null;
  micros: number;
  draws: boolean;
}

/** An account as the simulation opens it. */
export interface Opening {
  name: string;
  /** How often its keys are used. */
  weight: number;
  micros: number;
  /** Budgets of each of its keys. */
  keys: readonly Budgets[];
  testKeys?: number;
  limits?: Budgets;
  plan?: Plan;
  /** What may be done to it, beside the usage of its keys. */
  changes: readonly (
    | "grants"
    | "takings"
    | "budgets"
    | "rotations"
    | "states"
    | "suspension"
    | "stop"
    | "limits"
    | "plan"
  )[];
}

export interface LiveKey {
  id: number;
  publicId: string;
  text: string;
  test: boolean;
  lineage: number;
  budgets: History<Budgets>;
  state: History<"active" | "disabled" | "revoked">;
  /** By the gateway's clock, epoch ms. */
  expiresAt: History<number | null>;
}

/** A key and those that replaced it, the present one last. */
interface Slot {
  keys: LiveKey[];
}

export interface SimulatedAccount {
  name: string;
  opening: Opening;
  id: number;
  account: Account;
  route: string;
  slots: Slot[];
  /** Micro-dollars granted in all. */
  granted: History<number>;
  limits: History<Budgets>;
  plan: History<Plan | null>;
  suspended: History<boolean>;
  stopped: History<boolean>;
}

export interface Registry {
  db: Database;
  keySecrets: KeySecrets;
  clock: WallClock;
  /** Makes the account's object read its terms anew. */
  refresh: (route: string) => Promise<void>;
}

/** Below it, the automatic top-up is due. Nothing charges it. */
export const thresholdOf = ({ micros }: Opening) => Math.round(micros / 2);

/** What the product's use cases need to act for an account. */
export const contextOf = (
  { db, keySecrets, clock, refresh }: Registry,
  { account }: Pick<SimulatedAccount, "account">,
) => ({
  db,
  clock,
  keySecrets,
  account,
  requestId: crypto.randomUUID(),
  metering: { refresh },
});

export async function openAccount(registry: Registry, opening: Opening): Promise<SimulatedAccount> {
  const { db } = registry;
  const account = await newAccount(db);
  const topUp = { thresholdMicros: thresholdOf(opening), amountMinor: 2_500, limitMinor: 10_000 };
  await db.insert(autoTopUps).values({ accountId: account.id, enabled: true, ...topUp });
  await credit(registry, account.id, opening.micros);
  const { name, limits = {}, plan = null } = opening;
  const opened: SimulatedAccount = {
    name,
    opening,
    account,
    id: account.id,
    route: "",
    slots: [],
    granted: new History(opening.micros),
    suspended: new History(false),
    stopped: new History(false),
    limits: new History(limits),
    plan: new History(plan),
  };
  for (const budgets of opening.keys)
    opened.slots.push({ keys: [await addKey(registry, opened, { budgets })] });
  for (let i = 0; i < (opening.testKeys ?? 0); i += 1)
    opened.slots.push({ keys: [await addKey(registry, opened, { test: true })] });
  opened.route = parseApiKey(opened.slots[0]?.keys[0]?.text ?? "")?.route ?? "";
  await setLimits(registry, opened, limits);
  await setPlan(registry, opened, plan);
  return opened;
}

/** Credit from the operator; taken back when it is negative. */
export async function credit({ db, clock }: Registry, accountId: number, micros: number): Promise<void> {
  const [operator, account] = [OPERATOR_CREDIT, accountName(accountId)];
  const grant = { kind: "grant" as const, debit: operator, credit: account };
  const takeBack = { kind: "take_back" as const, debit: account, credit: operator };
  const at = clock.now();
  await transferMoney(db, { ...(micros > 0 ? grant : takeBack), micros: Math.abs(micros), at });
}

export async function addKey(
  registry: Registry,
  { account }: Pick<SimulatedAccount, "account">,
  { budgets = {}, test = false }: { budgets?: Budgets; test?: boolean },
): Promise<LiveKey> {
  const { db, keySecrets } = registry;
  const [known] = await stock(db, { keySecrets, account, count: 1, test });
  const key = await liveKey(registry, {
    publicId: known?.publicId ?? "",
    text: known?.key ?? "",
    budgets,
    test,
  });
  if (Object.keys(budgets).length > 0)
    await setBudgets(contextOf({ ...registry, refresh: async () => {} }, { account }), {
      id: key.publicId,
      budgets: budgetInputs(budgets),
    });
  return key;
}

export async function liveKey(
  { db }: Registry,
  { publicId, text, budgets, test }: Pick<LiveKey, "publicId" | "text" | "test"> & { budgets: Budgets },
): Promise<LiveKey> {
  const [row] = await db.select().from(apiKeys).where(eq(apiKeys.publicId, publicId));
  if (row === undefined) throw new Error("A key was not stored.");
  return {
    id: row.id,
    publicId,
    text,
    test,
    lineage: row.lineage ?? row.id,
    budgets: new History(budgets),
    state: new History<"active" | "disabled" | "revoked">("active"),
    expiresAt: new History(row.expiresAt),
  };
}

const MICROS = 1_000_000;
const PERIODS = ["day", "week", "month"] as const;
const entriesOf = (budgets: Budgets) =>
  PERIODS.flatMap((period) => (budgets[period] === undefined ? [] : [{ period, micros: budgets[period] }]));

/** In dollars, as the product's use case takes them. */
export const budgetInputs = (budgets: Budgets) =>
  entriesOf(budgets).map(({ period, micros }) => ({ period, amount: micros / MICROS }));

export async function setLimits(registry: Registry, { id }: Pick<SimulatedAccount, "id">, limits: Budgets) {
  const rows = entriesOf(limits).map(({ period, micros }) => ({
    sql: "INSERT INTO account_limits (account_id, period, micros) VALUES (?, ?, ?)",
    args: [id, period, micros],
  }));
  const gone = { sql: "DELETE FROM account_limits WHERE account_id = ?", args: [id] };
  await writeBatch(registry.db, [gone, ...rows]);
}

export async function setPlan({ db }: Registry, { id }: Pick<SimulatedAccount, "id">, plan: Plan | null) {
  const gone = { sql: "DELETE FROM subscriptions WHERE account_id = ?", args: [id] };
  const stored = plan && {
    sql: `INSERT INTO subscriptions
      (account_id, type, valid_until, requests_per_month, micros_per_month, draws_on_balance)
      VALUES (?, 'Premium', ?, ?, ?, ?)`,
    args: [id, plan.validUntil, plan.requests, plan.micros, plan.draws ? 1 : 0],
  };
  await writeBatch(db, stored === null ? [gone] : [gone, stored]);
}
