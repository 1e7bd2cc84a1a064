import fc from "fast-check";
import { beforeAll, expect, it } from "vitest";
import { PLAYGROUND_BUDGET } from "#core/domain/playground.ts";
import { HOUR_MS } from "#core/domain/time.ts";
import type { Database } from "#core/storage/database.ts";
import { revokeKeyOf } from "#core/storage/key-changes.ts";
import { readBudgetsInUse } from "#core/storage/key-spending.ts";
import { openPlayground } from "#core/storage/playground.ts";
import { spend } from "#tests/support/money.ts";
import { runs, seed } from "#tests/support/tier.ts";
import { newAccount } from "./keys/key-shop.ts";
import { openInProcessDatabase } from "./money/in-process-database.ts";

/** The histories begin some days before October ends. */
const START = Date.UTC(2026, 9, 29, 9);

type Step = { kind: "open" | "revoke" } | { kind: "use"; micros: number } | { kind: "wait"; hours: number };
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("open" as const) }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("revoke" as const) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant("use" as const),
      micros: fc.integer({ min: 1, max: 3_000_000 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("wait" as const), hours: fc.nat({ max: 90 }) }) },
);

const monthOf = (at: number) => new Date(at).toISOString().slice(0, 7);

let db: Database;
beforeAll(async () => {
  db = await openInProcessDatabase();
});

it("the month's budget of the Playground's key counts what all of an account's Playground keys have spent in it", async () => {
  let successors = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 6, maxLength: 24 }), async (steps) => {
      const { id } = await newAccount(db);
      const audit = { accountId: id, requestId: "test" };
      const spent = new Map<string, number>();
      let at = START;
      let key: { id: number; publicId: string } | null = null;
      let made = 0;
      for (const [place, one] of steps.entries()) {
        if (one.kind === "wait") at += one.hours * HOUR_MS;
        else if (one.kind === "open") {
          const publicId = `key_${id}_${place}`;
          const opened = await openPlayground(db, {
            audit: { ...audit, at, action: "key.created" },
            session: { id: "s", endsAt: at + HOUR_MS },
            route: `route${id}`,
            fresh: { publicId, name: "Playground", mask: "lk_…", lookup: publicId },
            budget: PLAYGROUND_BUDGET,
          });
          key = opened.key;
          if (key?.publicId === publicId) made += 1;
        } else if (one.kind === "revoke" && key !== null) {
          await revokeKeyOf(db, { ...audit, at, action: "key.revoked", subject: key.publicId });
          key = null;
        } else if (one.kind === "use" && key !== null) {
          await spend(db, id, one.micros, { at, keyId: key.id });
          spent.set(monthOf(at), (spent.get(monthOf(at)) ?? 0) + one.micros);
        }
        const budgets = await readBudgetsInUse(db, id, at);
        expect(budgets.map(({ keyId, spentMicros }) => ({ keyId, spentMicros }))).toEqual(
          key === null ? [] : [{ keyId: key.id, spentMicros: spent.get(monthOf(at)) ?? 0 }],
        );
      }
      successors += Math.max(0, made - 1);
    }),
    { numRuns: runs(100), seed },
  );
  expect(successors).toBeGreaterThan(runs(100) / 2);
});
