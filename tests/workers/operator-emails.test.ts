import { desc, eq } from "drizzle-orm";
import { beforeAll, describe, expect, it } from "vitest";
import type { NotificationsResponse } from "#core/contract/notifications.ts";
import { operatorAuditResponse } from "#core/contract/operator.ts";
import { accountEmailsResponse, resendResponse } from "#core/contract/operator-emails.ts";
import { notificationDeliveries } from "#core/storage/schema/notifications.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { storeNotices } from "#tests/support/store-notices.ts";
import { newOperator } from "./support/operators.ts";
import { call, errorOf, newUser, openTestDatabase, type TestUser } from "./support/test-api.ts";

const REASON = "Ticket 2391";
const SENT_AT = Date.UTC(2026, 10, 20);

let operator: Awaited<ReturnType<typeof newOperator>>;
beforeAll(async () => {
  operator = await newOperator();
});

type Delivery = Partial<typeof notificationDeliveries.$inferInsert>;

/** Notifies the account as of `SENT_AT`. @returns the ids of the emails, oldest first. */
async function notifyTimes(accountId: number, count: number): Promise<number[]> {
  const db = openTestDatabase();
  const data = { balance: 4_900_000, threshold: 5_000_000 };
  const notice = { accountId, kind: "low_balance", data, at: SENT_AT };
  await writeBatch(db, storeNotices(Array.from({ length: count }, () => notice)));
  const { id } = notificationDeliveries;
  const rows = await db
    .select({ id })
    .from(notificationDeliveries)
    .where(eq(notificationDeliveries.accountId, accountId))
    .orderBy(desc(id))
    .limit(count);
  return rows.map((row) => row.id).reverse();
}

const setDelivery = (email: number, changes: Delivery) =>
  openTestDatabase().update(notificationDeliveries).set(changes).where(eq(notificationDeliveries.id, email));

/** A new user, and an email to them that was sent. */
async function emailedUser(changes: Delivery = {}) {
  const user = await newUser();
  const [email = 0] = await notifyTimes(user.account.id, 1);
  await setDelivery(email, { mailAt: null, mailedAt: SENT_AT + 1, mailAttempts: 1, ...changes });
  return { user, email };
}

const emailsOf = async ({ account }: TestUser, query = "") => {
  const response = await operator.ask(`/accounts/${account.id}/emails${query}`);
  return accountEmailsResponse.strict().parse(await response.json());
};
const resend = ({ account }: TestUser, email: number | string, body: object = {}) =>
  operator.ask(`/accounts/${account.id}/emails/${email}/resend`, {
    method: "POST",
    body: { reason: REASON, id: crypto.randomUUID(), ...body },
  });
const logOf = async ({ account }: TestUser) => {
  const response = await operator.ask(`/audit?account=${account.id}`);
  return operatorAuditResponse.parse(await response.json()).items;
};

describe("the emails of an account", () => {
  it("are listed page by page, with what became of each", async () => {
    const { user } = await emailedUser();
    const [refused = 0, , switchedOff = 0] = await notifyTimes(user.account.id, 3);
    await setDelivery(refused, { mailAt: null, mailAttempts: 2 });
    await setDelivery(switchedOff, { mailAt: null });
    const first = await emailsOf(user, "?limit=2");
    expect(first.items.map(({ status, attempts }) => [status, attempts])).toEqual([
      ["waiting", 0],
      ["not_sent", 2],
    ]);
    const second = await emailsOf(user, `?limit=2&cursor=${first.next_cursor}`);
    expect(second).toMatchObject({
      items: [{ subject: "Balance under $5.00", status: "sent", attempts: 1, resent: false }],
      next_cursor: null,
    });
    expect((await emailsOf(await newUser())).items).toEqual([]);
  });
});

describe("resending", () => {
  it("queues a copy once per id, which the customer sees as an email only", async () => {
    const { user, email } = await emailedUser();
    const id = "ticket-2391";
    const responses = await Promise.all([1, 2, 3].map(() => resend(user, email, { id })));
    const results = await Promise.all(
      responses.map(async (response) => resendResponse.strict().parse(await response.json())),
    );
    expect(results.map(({ repeated }) => repeated).sort()).toEqual([false, true, true]);
    expect(results[0]?.email).toBe(user.email);
    expect((await emailsOf(user)).items.map(({ status, resent }) => [status, resent])).toEqual([
      ["waiting", true],
      ["sent", false],
    ]);
    const shown = await (
      await call(operator.api, user.token, "/api/notifications")
    ).json<NotificationsResponse>();
    expect(shown.items).toHaveLength(1);
    expect(await logOf(user)).toMatchObject([
      {
        action: "email.resent",
        by: "ana",
        reason: REASON,
        detail: { email, kind: "low_balance" },
      },
    ]);
  });

  it("refuses one that waits, another account's, one that doesn't exist, and one without a reason", async () => {
    const [{ user, email }, other] = [await emailedUser(), await emailedUser()];
    await resend(user, email);
    const [copy] = (await emailsOf(user)).items;
    expect(await errorOf(await resend(user, copy?.id ?? 0))).toMatchObject({
      code: "invalid_request",
      field: "email",
    });
    for (const unknown of [other.email, 999_999_999, "0", "abc", "9".repeat(20)])
      expect((await resend(user, unknown)).status, String(unknown)).toBe(404);
    expect(await errorOf(await resend(user, email, { reason: " " }))).toMatchObject({ field: "reason" });
    expect((await emailsOf(other.user)).items).toHaveLength(1);
    expect(await logOf(user)).toHaveLength(1);
  });
});
