import { runDurableObjectAlarm } from "cloudflare:test";
import { eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { AuditResponse } from "#core/contract/audit.ts";
import type { NotificationsResponse } from "#core/contract/notifications.ts";
import {
  creditResponse,
  type OperatorAction,
  type OperatorAuditItem,
  type OperatorAuditResponse,
  operatorAccountResponse,
  operatorAuditResponse,
  revokedKeysResponse,
  suspensionResponse,
} from "#core/contract/operator.ts";
import { notificationDeliveries } from "#core/storage/schema/notifications.ts";
import { admit, meteredUser, recordsOf, settlement } from "./support/meter.ts";
import { newOperator } from "./support/operators.ts";
import { call, createKeyAs, errorOf, newUser, openTestDatabase, type TestUser } from "./support/test-api.ts";

type Operator = Awaited<ReturnType<typeof newOperator>>;
let operator: Operator;
beforeAll(async () => {
  operator = await newOperator();
});

const FROM = { headers: { "cf-connecting-ip": "203.0.113.24" } };
const REASON = "Card dispute, ticket 2399";
const pathOf = ({ account }: TestUser, rest = "") => `/accounts/${account.id}${rest}`;

const act = (user: TestUser, path: string, body: object, method = "POST") =>
  operator.ask(pathOf(user, path), { method, body: { reason: REASON, ...body }, ...FROM });
const suspend = (user: TestUser, body: object = {}) => act(user, "/suspension", body, "PUT");
const resume = (user: TestUser, body: object = {}) => act(user, "/suspension", body, "DELETE");

/** What the operator log holds about the account, newest first. */
async function logOf({ account }: TestUser): Promise<OperatorAuditItem[]> {
  const response = await operator.ask(`/audit?account=${account.id}`);
  return operatorAuditResponse.parse(await response.json()).items;
}
async function pageOf(user: TestUser) {
  return operatorAccountResponse.strict().parse(await (await operator.ask(pathOf(user))).json());
}
/** What the customer sees. */
const activityOf = async ({ token }: TestUser) =>
  (await (await call(operator.api, token, "/api/audit")).json<AuditResponse>()).items.filter(
    ({ action }) => action !== "session.started",
  );
const noticesOf = async ({ token }: TestUser) =>
  (await (await call(operator.api, token, "/api/notifications")).json<NotificationsResponse>()).items.map(
    ({ title }) => title,
  );
const mailsTo = async ({ account }: TestUser) =>
  (
    await openTestDatabase()
      .select()
      .from(notificationDeliveries)
      .where(eq(notificationDeliveries.accountId, account.id))
  ).filter(({ mailAt }) => mailAt !== null).length;

describe("suspending an account", () => {
  it("refuses every request once it returns, and lets those in progress finish; resuming undoes it", async () => {
    const [{ user, keys, meter }, other] = [await meteredUser({ keys: 2 }), await meteredUser()];
    const [first, second] = keys;
    if (first === undefined || second === undefined) throw new Error("There are no keys.");
    const open = await admit(first, { hold: 600 });
    const response = await suspend(user);
    const { suspended_at } = suspensionResponse.strict().parse(await response.json());
    expect(Date.now() - Date.parse(suspended_at ?? "")).toBeLessThan(60_000);
    for (const key of [first, second])
      expect(await admit(key, { hold: 0 })).toMatchObject({ admitted: false, code: "account_suspended" });
    expect(await admit(other.key)).toMatchObject({ admitted: true });
    expect(await pageOf(user)).toMatchObject({
      status: "suspended",
      suspended_at,
      in_progress: 1,
      held: 0.0006,
    });
    await meter().settle([settlement(open.requestId, 250)]);
    await runDurableObjectAlarm(meter());
    expect(await recordsOf(user)).toMatchObject({ cost: 250, debits: 250 });
    expect(await (await resume(user)).json()).toEqual({ suspended_at: null });
    expect(await admit(first)).toMatchObject({ admitted: true });
    expect((await pageOf(user)).status).toBe("active");
  });

  it("admits nothing once its response has arrived, however many requests race it", async () => {
    const { user, keys } = await meteredUser({ keys: 4 });
    let suspended = false;
    const late: boolean[] = [];
    const storm = keys.map(async (key) => {
      for (let sent = 0; sent < 30; sent += 1) {
        const sentAfter = suspended;
        const { admitted } = await admit(key);
        if (sentAfter) late.push(admitted);
      }
    });
    expect((await suspend(user)).status).toBe(200);
    suspended = true;
    await Promise.all(storm);
    expect(late).not.toContain(true);
    expect(await admit(keys[0] ?? Object())).toMatchObject({ code: "account_suspended" });
  });

  it("is recorded and notified once, however often it is repeated", async () => {
    const user = await newUser();
    const responses = await Promise.all([suspend(user, { notify: true }), suspend(user, { notify: true })]);
    const times = await Promise.all(responses.map((response) => response.json()));
    expect(times[0]).toEqual(times[1]);
    await suspend(user, { notify: true, reason: "Once more" });
    await resume(user);
    await resume(user, { notify: true });
    expect((await logOf(user)).map(({ action, reason, detail }) => [action, reason, detail])).toEqual([
      ["account.resumed", REASON, { notified: false }],
      ["account.suspended", REASON, { notified: true }],
    ]);
    expect((await activityOf(user)).map(({ action }) => action)).toEqual([
      "account.resumed",
      "account.suspended",
    ]);
    expect(await noticesOf(user)).toEqual(["Your account was suspended"]);
    expect(await mailsTo(user)).toBe(1);
  });

  it("tells the customer neither the reason, nor who did it, nor from where", async () => {
    const user = await newUser();
    await suspend(user, { notify: true });
    const [entry] = await activityOf(user);
    expect(entry).toMatchObject({ action: "account.suspended", by: "operator", detail: {}, place: null });
    const seen = await Promise.all(
      ["/api/audit", "/api/notifications"].map(async (path) =>
        (await call(operator.api, user.token, path)).text(),
      ),
    );
    for (const text of seen)
      for (const secret of [REASON, "ana", operator.user.email, "203.0.113.24"])
        expect(text).not.toContain(secret);
  });

  it("leaves a stop by the owner as it is", async () => {
    const { user, key } = await meteredUser();
    await call(operator.api, user.token, "/api/account/stop", { method: "POST" });
    await suspend(user);
    expect((await pageOf(user)).status).toBe("suspended");
    await resume(user);
    expect((await pageOf(user)).status).toBe("stopped");
    expect(await admit(key)).toMatchObject({ code: "account_stopped" });
  });
});

describe("revoking keys", () => {
  it("revokes every active key at once, and repeating it revokes nothing", async () => {
    const { user, keys } = await meteredUser({ keys: 3 });
    const response = await act(user, "/revoke-keys", { notify: true });
    expect(revokedKeysResponse.strict().parse(await response.json())).toEqual({ revoked: 3 });
    for (const key of keys) expect(await admit(key)).toMatchObject({ code: "invalid_api_key" });
    expect(await (await act(user, "/revoke-keys", { notify: true })).json()).toEqual({ revoked: 0 });
    expect((await logOf(user)).map(({ action, detail }) => [action, detail])).toEqual([
      ["keys.revoked", { notified: true, keys: 3 }],
    ]);
    const activity = await activityOf(user);
    expect(activity.map(({ action, by }) => [action, by])).toEqual(
      Array.from({ length: 3 }, () => ["key.revoked", "operator"]),
    );
    expect(new Set(activity.map(({ key }) => key?.id))).toEqual(
      new Set(keys.map(({ publicId }) => publicId)),
    );
    // The refused requests above have notices of their own.
    const notices = (await noticesOf(user)).filter((title) => !title.includes("still in use"));
    expect(notices).toEqual(["All your API keys were revoked"]);
    expect((await pageOf(user)).keys.map(({ status }) => status)).toEqual(["revoked", "revoked", "revoked"]);
  });

  it("revokes one key alone, only in its own account", async () => {
    const [{ user, keys }, stranger] = [await meteredUser({ keys: 2 }), await newUser()];
    const [first, second] = keys;
    if (first === undefined || second === undefined) throw new Error("There are no keys.");
    const path = `/keys/${first.publicId}/revoke`;
    const foreign = await act(stranger, path, {});
    expect([foreign.status, (await errorOf(foreign)).code]).toEqual([404, "not_found"]);
    expect(await admit(first)).toMatchObject({ admitted: true });
    expect(await (await act(user, path, {})).json()).toEqual({ revoked: 1 });
    expect(await (await act(user, path, {})).json()).toEqual({ revoked: 0 });
    expect(await admit(first)).toMatchObject({ code: "invalid_api_key" });
    expect(await admit(second)).toMatchObject({ admitted: true });
    expect(await logOf(user)).toMatchObject([
      { action: "key.revoked", reason: REASON, detail: { key: first.publicId, name: expect.any(String) } },
    ]);
    expect(await logOf(stranger)).toEqual([]);
  });
});

describe("credit", () => {
  const credit = (user: TestUser, body: object) =>
    act(user, "/credit", { direction: "grant", amount: 12.34, id: crypto.randomUUID(), ...body });

  it("moves money once per id, and reports the balance in the log", async () => {
    const user = await newUser({ micros: 5_000_000 });
    const id = crypto.randomUUID();
    const responses = await Promise.all(Array.from({ length: 5 }, () => credit(user, { id })));
    const bodies = await Promise.all(
      responses.map(async (response) => creditResponse.strict().parse(await response.json())),
    );
    expect(bodies.filter(({ repeated }) => !repeated)).toHaveLength(1);
    expect(bodies.map(({ balance }) => balance)).toEqual([17.34, 17.34, 17.34, 17.34, 17.34]);
    await credit(user, { direction: "take_back", amount: 2 });
    expect(await logOf(user)).toMatchObject([
      { action: "credit.taken_back", detail: { dollars: 2, balance_after: 15.34 } },
      { action: "credit.granted", detail: { dollars: 12.34, balance_after: 17.34 } },
    ]);
    const page = await pageOf(user);
    expect(page).toMatchObject({
      balance: 15.34,
      ledger: { payments: 5, credits: 10.34, usage: 0, matches: true },
    });
    const ledger = await (await operator.ask(pathOf(user, "/ledger"))).json();
    expect(ledger).toEqual(await (await call(operator.api, user.token, "/api/ledger")).json());
    const file = await (await operator.ask(pathOf(user, "/ledger.csv"))).text();
    expect(file).toBe(await (await call(operator.api, user.token, "/api/ledger.csv")).text());
  });

  it("takes back no more than the balance, and records nothing then", async () => {
    const user = await newUser({ micros: 1_009_999 });
    const response = await credit(user, { direction: "take_back", amount: 1.01 });
    expect(response.status).toBe(402);
    expect(await errorOf(response)).toMatchObject({
      code: "insufficient_balance",
      error: "The balance is $1.00; no more than that can be taken back.",
    });
    expect(await logOf(user)).toEqual([]);
  });

  it.each([
    [{ amount: 0 }, "amount", "The amount must be above $0 and at most $10,000."],
    [{ amount: 10_000.01 }, "amount", "The amount must be above $0 and at most $10,000."],
    [{ amount: -5 }, "amount", "The amount must be above $0 and at most $10,000."],
    [{ amount: 0.001 }, "amount", "The amount must be in whole cents."],
    [{ amount: "5" }, "amount", "The amount must be a number."],
    [{ reason: " " }, "reason", "The reason is missing."],
    [{ reason: "x".repeat(201) }, "reason", "The reason must have at most 200 characters."],
    [{ direction: "give" }, "direction", "The direction must be one of grant, take_back."],
    [{ id: "a b" }, "id", "The id must be 1 to 64 letters, digits, - or _."],
  ])("refuses %j by name", async (wrong, field, error) => {
    const user = await newUser();
    const response = await credit(user, wrong);
    expect(response.status).toBe(422);
    expect(await errorOf(response)).toMatchObject({ field, error });
    expect(await logOf(user)).toEqual([]);
  });
});

describe("a plan", () => {
  const terms = {
    plan: "Business",
    valid_until: "2099-12-31",
    requests_per_month: 500,
    value_per_month: 12.5,
  };
  const set = (user: TestUser, body: object = {}) => act(user, "/plan", { ...terms, ...body }, "PUT");

  it("is set with its terms, and holds for the next request", async () => {
    const { user, key } = await meteredUser({ micros: 0 });
    expect(await admit(key)).toMatchObject({ code: "insufficient_balance" });
    expect((await set(user)).status).toBe(200);
    expect(await admit(key)).toMatchObject({ admitted: true });
    expect(await pageOf(user)).toMatchObject({
      plan: "Business",
      plan_valid_until: "2099-12-31T23:59:59.999Z",
      requests_limit: 500,
      plan_value_per_month: 12.5,
    });
    expect(await logOf(user)).toMatchObject([
      {
        action: "plan.set",
        reason: REASON,
        by: "ana",
        via: "desk",
        place: "203.0.113.24",
        detail: { ...terms, valid_until: "2099-12-31T23:59:59.999Z" },
      },
    ]);
    expect(JSON.stringify(await activityOf(user))).not.toContain(REASON);
    const free = { plan: "Free", valid_until: null, requests_per_month: null, value_per_month: null };
    expect((await set(user, free)).status).toBe(200);
    expect(await pageOf(user)).toMatchObject({ plan: "Free", plan_value_per_month: null });
    expect(await admit(key)).toMatchObject({ admitted: false });
  });

  it.each([
    [{ valid_until: "2001-01-01" }, "valid_until", "The end must be in the future."],
    [{ valid_until: "2027-02-30" }, "valid_until", "The valid_until must be a date."],
    [
      { plan: "Premium", valid_until: null },
      "valid_until",
      "A Premium plan has an end and a number of requests a month.",
    ],
    [
      { requests_per_month: 0.5 },
      "requests_per_month",
      "The requests a month must be a whole number above 0.",
    ],
    [{ value_per_month: 0.001 }, "value_per_month", "The value_per_month must be in whole cents."],
    [
      { value_per_month: -1 },
      "value_per_month",
      "The value a month must be $0 or more, and below $1,000,000,000.",
    ],
    [{ reason: undefined }, "reason", "The reason is missing."],
  ])("refuses %j by name", async (wrong, field, error) => {
    const user = await newUser();
    const response = await set(user, wrong);
    expect(response.status).toBe(422);
    expect(await errorOf(response)).toMatchObject({ field, error });
    expect(await logOf(user)).toEqual([]);
  });
});

describe("the account page", () => {
  it("says who signs in how, and shows no key in full", async () => {
    const user = await newUser();
    const key = await createKeyAs(operator.api, user);
    const response = await operator.ask(pathOf(user));
    const text = await response.text();
    expect(text).not.toContain(key.key);
    const page = operatorAccountResponse.strict().parse(JSON.parse(text));
    expect(page).toMatchObject({ user_id: user.userId, email: user.email, identity: { two_factor: false } });
    expect(page.keys).toMatchObject([{ id: key.id, test: false, disabled: false, requests_7d: 0 }]);
    expect(page.keys[0]?.key).toMatch(/^lk_\w{5}•+\w{4}$/);
  });

  it("is also found by user id and email", async () => {
    const user = await newUser();
    for (const name of [user.userId, encodeURIComponent(user.email.toUpperCase())])
      expect(await (await operator.ask(`/accounts/${name}`)).json()).toMatchObject({ id: user.account.id });
  });
});

describe("a closed account", () => {
  it("is not changed any more", async () => {
    const user = await newUser();
    await call(operator.api, user.token, "/api/account", { method: "DELETE", body: { email: user.email } });
    const plan = { plan: "Free", valid_until: null, requests_per_month: null, value_per_month: null };
    const tries = [
      await suspend(user),
      await act(user, "/credit", { direction: "grant", amount: 1, id: "late" }),
      await act(user, "/plan", plan, "PUT"),
    ];
    for (const response of tries)
      expect([response.status, (await errorOf(response)).error]).toEqual([422, "This account is closed."]);
    expect(await logOf(user)).toEqual([]);
    expect(await pageOf(user)).toMatchObject({ status: "closed", email: "" });
  });
});

describe("the operator log", () => {
  it("is filtered and paged, and names every operator", async () => {
    const users = [await newUser(), await newUser()] as const;
    for (const user of users) {
      await suspend(user, { reason: `50%_of ${user.account.id}` });
      await resume(user, { reason: "Verified" });
    }
    const read = async (query: string) =>
      (await operator.ask(`/audit?${query}`)).json<OperatorAuditResponse>();
    const [user] = users;
    const about = `account=${user.account.id}`;
    const first = await read(`${about}&limit=1`);
    const second = await read(`${about}&limit=1&cursor=${first.next_cursor}`);
    expect([...first.items, ...second.items].map(({ action }) => action)).toEqual([
      "account.resumed",
      "account.suspended",
    ]);
    expect(second.next_cursor).toBeNull();
    expect(first.operators).toContain("ana");
    const found = async (query: string): Promise<[OperatorAction, number | undefined][]> =>
      (await read(query)).items.map(({ action, account }) => [action, account?.id]);
    const suspended = [["account.suspended", user.account.id]];
    expect(await found(`search=${encodeURIComponent(`50%_OF ${user.account.id}`)}`)).toEqual(suspended);
    expect(await found(`search=${second.items[0]?.request_id}`)).toEqual(suspended);
    expect(await found(`${about}&action=account.suspended&by=ana&days=1`)).toEqual(suspended);
    expect(await found(`${about}&by=ben`)).toEqual([]);
    expect(await found(`search=${user.email}`)).toHaveLength(2);
    const file = await (await operator.ask(`/audit.csv?${about}`)).text();
    expect(file.split("\r\n")).toHaveLength(4);
    expect(file).toContain(`account.resumed,${user.account.id},${user.email},Verified`);
  });
});
