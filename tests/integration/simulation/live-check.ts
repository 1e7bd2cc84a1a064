import type { SimulatedAccount } from "./accounts.ts";
import { sum } from "./cost-model.ts";
import type { OpenRow } from "./driver.ts";
import { limitProblems, type Spending } from "./limit-check.ts";
import { readRows, type StoredRow } from "./stored.ts";
import type { Inspection, World } from "./world.ts";

/** What was held and spent at a moment stays within every limit, and the object's figures are those of its rows. */
export async function checkLive(world: World, account: SimulatedAccount): Promise<void> {
  await world.up;
  // It may be on its way down.
  const inspected = await world.inspect(account.route).catch(() => null);
  if (inspected === null) return;
  // Read after the object: what it has posted since is found here instead.
  const stored = await readRows(world.db, account.id);
  const spendings = spendingsOf(account, { stored, open: inspected.rows });
  for (const problem of [...standingProblems(inspected), ...limitProblems(world, account, spendings)])
    world.report(null, `${account.name}, live: ${problem}`);
}

/** Each request once: as libSQL has it, else as the object has it, with its hold while it is open. */
export function spendingsOf(
  { slots }: SimulatedAccount,
  { stored, open }: { stored: readonly StoredRow[]; open: readonly OpenRow[] },
): Spending[] {
  const lineages = new Map(
    slots.flatMap(({ keys }) => keys.map(({ id, lineage }) => [id, lineage] as const)),
  );
  const known = new Set(stored.map(({ requestId }) => requestId));
  return [
    ...stored.map(({ keyId, at, cost, plan }) => ({
      lineage: lineages.get(keyId) ?? keyId,
      at,
      micros: cost,
      planMicros: plan,
    })),
    ...open.filter(({ requestId }) => !known.has(requestId)).map((row) => spendingOf(row, lineages)),
  ];
}

function spendingOf(row: OpenRow, lineages: ReadonlyMap<number, number>): Spending {
  const { keyId, at, hold, state, cost, value, covered } = row;
  const paid = state === 0 ? hold : covered ? value : (cost ?? 0);
  const [micros, planMicros] = covered ? [0, paid] : [paid, 0];
  return { lineage: lineages.get(keyId) ?? keyId, at, micros, planMicros };
}

function standingProblems({ standing, rows }: Inspection): string[] {
  const open = rows.filter(({ state }) => state === 0);
  const held = sum(open.map(({ covered, hold }) => (covered ? 0 : hold)));
  const due = { heldMicros: held, pending: open.length, unposted: rows.length - open.length };
  const { balanceMicros, ...shown } = standing;
  return [
    ...(balanceMicros < 0 ? [`the balance is ${balanceMicros}`] : []),
    ...(JSON.stringify(shown) === JSON.stringify(due)
      ? []
      : [`the standing is ${JSON.stringify(shown)} and its rows make ${JSON.stringify(due)}`]),
  ];
}
