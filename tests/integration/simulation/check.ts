import { eq } from "drizzle-orm";
import { DAY_MS } from "#core/domain/time.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import { autoTopUps } from "#core/storage/schema/cards.ts";
import { readLedger } from "../money/ledger-state.ts";
import { expectStatement } from "../money/statement.ts";
import { expectRolledEqualsRaw } from "../rollup/rolled-equals-raw.ts";
import { contextOf, type SimulatedAccount, thresholdOf } from "./accounts.ts";
import { sum } from "./cost-model.ts";
import { limitProblems } from "./limit-check.ts";
import { spendingsOf } from "./live-check.ts";
import { checkReasons } from "./reason-check.ts";
import { checkRefusals } from "./refusal-check.ts";
import { checkRows } from "./row-check.ts";
import { readDebits, readRows, type StoredRow } from "./stored.ts";
import type { World } from "./world.ts";

/** Plans of the simulation are not bought. */
const WITHOUT_PURCHASES = "plan_end";

/**
 * Holds everything that is stored against what providers and clients know, once nothing is under way.
 * @param since number of the first exchange that was not checked before.
 */
export async function checkEverything(world: World, since: number): Promise<void> {
  const { db, clock } = world;
  const rows = await readRows(db);
  await checkRows(world, rows);
  await checkMoney(world, rows);
  await checkRefusals(world, rows);
  await checkReasons(world, rows, since);
  const { problems } = await verifyLedger(db);
  for (const problem of problems)
    if (problem.rule !== WITHOUT_PURCHASES) world.report(null, JSON.stringify(problem));
  await rollUpUsage({ db, clock, requestId: "simulation" });
  await expectRolledEqualsRaw(db, "after the phase");
}

async function checkMoney(world: World, rows: readonly StoredRow[]): Promise<void> {
  const debits = await readDebits(world.db);
  for (const account of world.accounts) {
    const stored = rows.filter(({ accountId }) => accountId === account.id);
    const spent = sum(stored.map(({ cost }) => cost));
    const debited = debits.get(account.id) ?? 0;
    const balance = await readBalanceMicros(world.db, account.id);
    const standing = (await world.inspect(account.route))?.standing;
    const report = (problem: string) => world.report(null, `${account.name}: ${problem}`);
    if (debited !== spent) report(`rows cost ${spent}, and ${debited} was debited`);
    if (account.granted.last - balance !== spent)
      report(`rows cost ${spent} of ${account.granted.last}, and ${balance} is left`);
    if (standing && (standing.balanceMicros !== balance || standing.heldMicros !== 0))
      report(`the object has ${JSON.stringify(standing)} and the ledger ${balance}`);
    const due = await isDue(world, account);
    if (due !== balance < thresholdOf(account.opening)) report(`at ${balance} a top-up is due: ${due}`);
    await checkStatement(world, account);
    for (const problem of limitProblems(world, account, spendingsOf(account, { stored, open: [] })))
      report(problem);
  }
}

/**
 * Its ledger's items add up, and each day has the usage of its requests, whenever that was booked. A statement ends
 * tomorrow, and the clock may be days behind what it was, so the statement is read at the latest time that it has.
 */
async function checkStatement({ db, registry, clock }: World, account: SimulatedAccount): Promise<void> {
  const ledger = await readLedger(db, account.id);
  const times = [
    ...ledger.days.map(({ day }) => day * DAY_MS),
    ...ledger.transfers.map(({ createdAt }) => createdAt),
  ];
  const at = Math.max(clock.now(), ...times);
  await expectStatement({ ...contextOf(registry, account), clock: { now: () => at } }, ledger);
}

async function isDue({ db }: World, { id }: SimulatedAccount): Promise<boolean> {
  const [topUp] = await db.select().from(autoTopUps).where(eq(autoTopUps.accountId, id));
  return topUp?.dueAt !== null;
}
