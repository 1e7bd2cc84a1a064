import fc from "fast-check";
import { expect, test } from "vitest";
import { TRANSFER_KINDS } from "#core/domain/ledger.ts";
import { PLAN_CHANGE_KINDS } from "#core/domain/plans.ts";
import { verifyLedger } from "#core/services/ledger/verify-ledger.ts";
import type { Database } from "#core/storage/database.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import { inTier, seed } from "#tests/support/tier.ts";
import { openInProcessDatabase } from "./money/in-process-database.ts";
import { play } from "./money/play.ts";
import { story } from "./money/story.ts";

const STORIES = inTier({ fast: 150, full: 5000 });

/** What happened in the stories, so that they cannot all turn out to be trivial. */
async function kindsIn(db: Database): Promise<string[]> {
  const often = `HAVING count(*) > ${STORIES / 100}`;
  const { rows } = await db.$client.execute(`SELECT kind FROM ledger_transfers GROUP BY kind ${often}
    UNION ALL SELECT kind FROM plan_changes GROUP BY kind ${often}`);
  return rows.map(({ kind }) => String(kind)).sort();
}

test(
  "the ledger is right whatever happens to payments: in any order, repeated, at once or interrupted anywhere",
  async () => {
    const db = await openInProcessDatabase();
    await fc.assert(
      fc.asyncProperty(story, (steps) => play(db, steps)),
      { numRuns: STORIES, seed },
    );
    expect((await verifyLedger(db)).problems).toEqual([]);
    expect(await kindsIn(db)).toEqual([...TRANSFER_KINDS, ...PLAN_CHANGE_KINDS].sort());
  },
  15 * PATIENCE_MS,
);
