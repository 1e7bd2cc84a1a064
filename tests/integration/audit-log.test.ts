import type { InStatement } from "@libsql/client/web";
import { sql } from "drizzle-orm";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { auditResponse } from "#core/contract/audit.ts";
import { type AuditAction, type AuditKind, actionsOf } from "#core/domain/audit.ts";
import { listAudit } from "#core/services/audit/list-audit.ts";
import { auditIf, readAuditLog } from "#core/storage/audit.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { openPatientDatabase, startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { allPages, newReader, type Reader } from "./reads/reader.ts";
import { countFor } from "./reads/rows-read.ts";

const HISTORIES = runs(60);
let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

interface SomeEntry {
  action: AuditAction;
  /** Few, so that many entries share a time. */
  at: number;
  stranger: boolean;
}
const someEntry: fc.Arbitrary<SomeEntry> = fc.record({
  action: fc.constantFrom(...actionsOf()),
  at: fc.integer({ min: 1_000, max: 1_012 }),
  stranger: fc.boolean(),
});

/** Numbers the entries by their request IDs, in the order they are stored. */
async function store(entries: readonly SomeEntry[], { me, stranger }: { me: Reader; stranger: Reader }) {
  const inserts = entries.map(({ action, at, stranger: others }, n) => {
    const accountId = others ? stranger.id : me.id;
    return auditIf(server.db, { accountId, action, subject: "s", requestId: String(n), at }, sql`true`);
  });
  if (inserts.length > 0) await writeBatch(server.db, inserts);
}

/** The simple model: all entries of the kind in the account, sorted. */
const expected = (entries: readonly SomeEntry[], kind: AuditKind | undefined) =>
  entries
    .map((entry, n) => ({ ...entry, n }))
    .filter(({ stranger, action }) => !stranger && actionsOf(kind).includes(action))
    .sort((one, other) => other.at - one.at || other.n - one.n)
    .map(({ n, action, at }) => ({ n, action, at }));

it(`lists each entry of the account once and in order, of one kind or all, page by page (${HISTORIES} logs)`, async () => {
  const log = fc.record({
    entries: fc.array(someEntry, { maxLength: 60, size: "max" }),
    kind: fc.constantFrom(undefined, "keys", "access", "money"),
    limit: fc.integer({ min: 1, max: 12 }),
  });
  const property = fc.asyncProperty(log, async ({ entries, kind, limit }) => {
    const [me, stranger] = await Promise.all([newReader(server.db), newReader(server.db)]);
    await store(entries, { me, stranger });
    const items = await allPages((cursor) => listAudit(me.ctx, { ...cursor, kind, limit }));
    const seen = items.map(({ request_id, action, created_at }) => {
      return { n: Number(request_id), action, at: Date.parse(created_at) };
    });
    expect(seen).toEqual(expected(entries, kind));
  });
  await fc.assert(property, { numRuns: HISTORIES, endOnFailure: true });
});

it("returns only the contract's fields of an entry, whatever else is stored with it", async () => {
  const me = await newReader(server.db);
  const entry = { accountId: me.id, subject: "Premium", requestId: "r", at: 1_000 } as const;
  const details = [
    { action: "plan.set", detail: { until: 5, requests: 9, by: "root@operator.example" } },
    { action: "key.changed", detail: { name: "New", secret: "lk_x", by: "key" } },
    { action: "key.revoked", detail: { name: 7, by: "nobody we know" } },
  ] as const;
  const inserts = details.map((each) => auditIf(server.db, { ...entry, ...each }, sql`true`));
  await writeBatch(server.db, inserts);
  const response = await listAudit(me.ctx, { limit: 10 });
  expect(auditResponse.parse(response)).toEqual(response);
  expect(response.items.map(({ by, detail }) => ({ by, detail }))).toEqual([
    { by: "owner", detail: {} },
    { by: "key", detail: { name: "New" } },
    { by: "operator", detail: { plan: "Premium" } },
  ]);
});

it("reads no more than one page of each action from a long log", async () => {
  const me = await newReader(server.db);
  const db = openPatientDatabase(server.url);
  const sent = vi.spyOn(db.$client, "execute");
  const limit = 5;
  const scope = { actions: actionsOf(), before: { at: 5_000, id: 1 }, limit };
  await readAuditLog(db, me.id, scope);
  const [statement] = sent.mock.calls[0] as unknown as [InStatement];
  const costs: number[] = [];
  for (const each of [2 * limit, 8 * limit]) {
    const length = each * actionsOf().length;
    const entries = Array.from({ length }, (_, n) => ({
      action: actionsOf()[n % actionsOf().length] ?? "key.created",
      at: n,
      stranger: false,
    }));
    await store(entries, { me, stranger: me });
    costs.push(await countFor(server.url, statement));
  }
  const [few = 0, many = 0] = costs;
  expect(few).toBeGreaterThan(limit);
  expect(many).toBe(few);
  expect(many).toBeLessThan(4 * limit * actionsOf().length);
});
