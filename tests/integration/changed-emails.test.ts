import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { ensureAccount } from "#core/services/accounts/ensure-account.ts";
import { listAudit } from "#core/services/audit/list-audit.ts";
import { findAccountOfUser } from "#core/storage/accounts.ts";
import { newAccountOf } from "#tests/support/account.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";

const HISTORIES = runs(60);
const clock = { now: () => 1_000 };
let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

const someToken = fc.record({
  email: fc.constantFrom("a@example.com", "b@example.com", "c@example.com"),
  issuedAt: fc.integer({ min: 1, max: 9 }),
});
type Token = typeof someToken extends fc.Arbitrary<infer T> ? T : never;

/**
 * The simple model: the first token creates the account; after that, each token newer than the last one that
 * counted.
 */
function modelOf([first, ...rest]: Token[]) {
  let [email, asOf, changes] = [first?.email ?? "", 0, 0];
  for (const token of rest) {
    if (token.email === email || token.issuedAt <= asOf) continue;
    [email, asOf, changes] = [token.email, token.issuedAt, changes + 1];
  }
  return { email, changes };
}

it(`an account's email is the newest token's, and each change is listed once (${HISTORIES} orders of tokens)`, async () => {
  const ctx = { db: server.db, clock, requestId: "r" };
  const property = fc.asyncProperty(fc.array(someToken, { minLength: 1, maxLength: 10 }), async (tokens) => {
    const userId = crypto.randomUUID();
    for (const token of tokens) await ensureAccount(ctx, { userId, ...token });
    const account = await findAccountOfUser(server.db, { userId, sessionId: null });
    const id = account?.id ?? 0;
    const { items } = await listAudit({ ...ctx, account: newAccountOf(id) }, { limit: 50 });
    const seen = { email: account?.email, changes: items.length };
    expect(seen).toEqual(modelOf(tokens));
  });
  await fc.assert(property, { numRuns: HISTORIES, endOnFailure: true });
});
