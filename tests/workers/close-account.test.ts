import { and, eq, isNotNull } from "drizzle-orm";
import { describe, expect, it } from "vitest";
import { accountName } from "#core/domain/ledger.ts";
import { auditLog } from "#core/storage/schema/accounts.ts";
import { ledgerTransfers } from "#core/storage/schema/ledger.ts";
import {
  knownPlaces,
  notificationDeliveries,
  notificationSettings,
  notifications,
  seenSessions,
} from "#core/storage/schema/notifications.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { isForOperators } from "#tests/support/operator-paths.ts";
import { storeNotices } from "#tests/support/store-notices.ts";
import { API_ROUTES } from "#worker/api/app.ts";
import { actionsOf, close, deletionsOf, expectClosed, expectOpen } from "./support/closing.ts";
import { expectErrors } from "./support/expected-errors.ts";
import { PROJECT_KEYS } from "./support/project-keys.ts";
import { DELETE_USER, failure, provide, USER, withSecondFactor } from "./support/provider.ts";
import {
  awayDirectory,
  call,
  createKeyAs,
  errorOf,
  mint,
  newUser,
  openTestDatabase,
  testApi,
  writeDirectly,
} from "./support/test-api.ts";

describe("DELETE /api/account", () => {
  it("revokes all keys, deletes their ciphertexts, the email and the user, and keeps the ledger", async () => {
    const api = testApi();
    const [user, other] = await Promise.all([newUser(), newUser()]);
    await Promise.all([createKeyAs(api, user), createKeyAs(api, user), createKeyAs(api, other)]);
    const response = await close(api, user);
    expect([response.status, await response.json()]).toEqual([200, { status: "deleted" }]);
    await expectClosed(user);
    expect(await actionsOf(user)).toEqual([
      "account.closed",
      "key.created",
      "key.created",
      "key.revoked",
      "key.revoked",
    ]);
    expect(await deletionsOf(user)).toMatchObject([{ key: PROJECT_KEYS.secret }]);
    const ledger = openTestDatabase();
    const credits = eq(ledgerTransfers.credit, accountName(user.account.id));
    expect(await ledger.$count(ledgerTransfers, credits)).toBe(1);
    await expectOpen(other);
  });

  it("deletes the account's notifications, settings and sign-in locations, and nobody else's", async () => {
    const api = testApi();
    const [user, other] = await Promise.all([newUser(), newUser()]);
    const db = openTestDatabase();
    const rowsOf = ({ account: { id } }: typeof user) =>
      Promise.all([
        ...[notifications, notificationDeliveries, notificationSettings, seenSessions, knownPlaces].map(
          (table) => db.$count(table, eq(table.accountId, id)),
        ),
        db.$count(auditLog, and(eq(auditLog.accountId, id), isNotNull(auditLog.place))),
      ]);
    for (const { account, token } of [user, other]) {
      await writeBatch(db, storeNotices([{ accountId: account.id, kind: "low_balance", at: 1 }]));
      const body = { kind: "low_balance", by_mail: false };
      await call(api, token, "/api/notifications/settings", { method: "PATCH", body });
      await call(api, token, "/api/keys", { body: { name: "Abroad" }, cf: { country: "PT" } });
    }
    expect(await rowsOf(user)).toEqual([1, 1, 1, 1, 1, 1]);
    expect((await close(api, user)).status).toBe(200);
    expect(await rowsOf(user)).toEqual([0, 0, 0, 0, 0, 0]);
    expect(await rowsOf(other)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  it("accepts the email in any case", async () => {
    const user = await newUser();
    expect((await close(testApi(), user, ` ${user.email.toUpperCase()} `)).status).toBe(200);
  });

  it.each([["someone@else.example"], ["no address"], [""], [null], [["a@example.com"]], ["a".repeat(5000)]])(
    "returns 422 for %j, and closes nothing",
    async (typed) => {
      const user = await newUser();
      const response = await close(testApi(), user, typed);
      const { code, field } = await errorOf(response);
      expect([response.status, code, field]).toEqual([422, "invalid_request", "email"]);
      await expectOpen(user);
    },
  );

  it("rejects another account's email, and closes neither account", async () => {
    const [user, other] = await Promise.all([newUser(), newUser()]);
    const response = await close(testApi(), user, other.email);
    expect((await errorOf(response)).error).toBe("This is not the email address of your account.");
    await Promise.all([expectOpen(user), expectOpen(other)]);
  });

  it("closes once when it is requested many times concurrently", async () => {
    const api = testApi();
    const user = await newUser();
    await createKeyAs(api, user);
    const responses = await Promise.all(Array.from({ length: 8 }, () => close(api, user)));
    expect(responses.map(({ status }) => status)).toEqual(Array(8).fill(200));
    expect(await actionsOf(user)).toEqual(["account.closed", "key.created", "key.revoked"]);
  });
});

describe("a closed account", () => {
  it("is refused by every route except its deletion, and its email is not restored", async () => {
    const api = testApi();
    const user = await newUser();
    const { id } = await createKeyAs(api, user);
    await close(api, user);
    const open = new Set([
      "GET /api/health",
      "GET /api/metrics",
      "GET /api/openapi.json",
      "GET /api/prices",
      "POST /api/stripe/webhook",
      "DELETE /api/account",
    ]);
    const routes = API_ROUTES.map((name) => name.split(" ") as [method: string, path: string]).filter(
      ([method, path]) => !isForOperators(path) && !open.has(`${method} ${path}`),
    );
    const withBody = { name: "Late", email: "late@example.com", amount: 25, product: "balance" };
    const token = await mint({ claims: { sub: user.userId, email: "new@example.com", aal: "aal2" } });
    expect(routes.length).toBeGreaterThan(9);
    for (const [method, path] of routes) {
      const body = method === "POST" ? { body: withBody } : {};
      const response = await call(api, token, path.replace(":id", id), { method, ...body });
      const { code } = await errorOf(response);
      expect([method, path, response.status, code]).toEqual([method, path, 403, "account_closed"]);
    }
    await expectClosed(user);
  });

  it("says that the account is closed", async () => {
    const api = testApi();
    const user = await newUser();
    await close(api, user);
    const refused = await call(api, user.token, "/api/keys");
    expect((await errorOf(refused)).error).toBe("This account is closed.");
  });
});

describe("an interrupted closing", () => {
  it("changes nothing before the account is closed", async () => {
    const takeErrors = expectErrors();
    const user = await newUser();
    await createKeyAs(testApi(), user);
    expect((await close(testApi({ directory: awayDirectory() }), user)).status).toBe(503);
    await expectOpen(user);

    const trigger = `refuse_closing_${user.account.id}`;
    await writeDirectly(
      () =>
        `CREATE TRIGGER ${trigger} BEFORE UPDATE ON accounts WHEN NEW.id = ${user.account.id} BEGIN SELECT RAISE(ABORT, 'refused by test'); END`,
    );
    const broken = await close(testApi(), user);
    await writeDirectly(() => `DROP TRIGGER ${trigger}`);
    expect(broken.status).toBe(500);
    await expectOpen(user);
    expect(await actionsOf(user)).toEqual(["key.created"]);
    expect(takeErrors()).toHaveLength(2);
    expect((await close(testApi(), user)).status).toBe(200);
    await expectClosed(user);
  });

  it("leaves a closed account before the user is deleted, which repeating the request finishes", async () => {
    const takeErrors = expectErrors();
    const api = testApi();
    const user = await newUser();
    await createKeyAs(api, user);
    await provide(user.userId, { [DELETE_USER]: failure(500, "unexpected_failure") });
    const broken = await close(api, user);
    expect([broken.status, (await errorOf(broken)).code]).toEqual([503, "identity_unavailable"]);
    expect(takeErrors()).toHaveLength(1);
    await expectClosed(user);
    expect((await errorOf(await call(api, user.token, "/api/keys"))).code).toBe("account_closed");

    await provide(user.userId, {});
    const finished = await close(api, user);
    expect([finished.status, await finished.json()]).toEqual([200, { status: "deleted" }]);
    expect(await deletionsOf(user)).toHaveLength(2);
    expect(await actionsOf(user)).toEqual(["account.closed", "key.created", "key.revoked"]);
  });

  it("is finished by another request, even when the user is gone or has added a second factor", async () => {
    const api = testApi();
    const [gone, enrolled] = await Promise.all([newUser(), newUser()]);
    await Promise.all([close(api, gone), close(api, enrolled)]);
    await provide(gone.userId, {
      [USER]: failure(403, "user_not_found"),
      [DELETE_USER]: failure(404, "user_not_found"),
    });
    await withSecondFactor(enrolled.userId);
    expect((await close(api, gone)).status).toBe(200);
    expect((await close(api, enrolled)).status).toBe(200);
    expect((await close(api, enrolled, "someone@else.example")).status).toBe(422);
  });
});
