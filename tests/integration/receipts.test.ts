import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { receiptResponse, receiptsResponse } from "#core/contract/payments.ts";
import {
  accountName,
  disputeSource,
  refundSource,
  STRIPE_USD,
  type TransferKind,
} from "#core/domain/ledger.ts";
import type { PlanChangeKind } from "#core/domain/plans.ts";
import { listLedger } from "#core/services/ledger/statement.ts";
import { getReceipt, listReceipts } from "#core/services/receipts/receipts.ts";
import { checkoutOrders } from "#core/storage/schema/ledger.ts";
import { planChanges } from "#core/storage/schema/plans.ts";
import { writeBatch } from "#core/storage/write-batch.ts";
import { subscriptionNow } from "#tests/support/account.ts";
import { transferMoney } from "#tests/support/money.ts";
import { startPatientDatabase } from "#tests/support/patient-database.ts";
import type { TestDatabase } from "#tests/support/test-database.ts";
import { runs } from "#tests/support/tier.ts";
import { allPages, newReader, type Reader } from "./reads/reader.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startPatientDatabase();
});
afterAll(() => server.stop());

type NewOrder = Partial<typeof checkoutOrders.$inferInsert>;

/** A paid order of $25; its fields can be overridden. */
function orderOf({ id: accountId }: Reader, fields: NewOrder = {}) {
  const id = `order_${crypto.randomUUID().replaceAll("-", "")}`;
  const paidAt: number | null = fields.paidAt === undefined ? 1_000 : fields.paidAt;
  return {
    id,
    sessionId: `cs_test_${id}`,
    accountId,
    product: "balance" as const,
    currency: "usd" as const,
    amountMinor: 2500,
    status: "paid" as const,
    paymentIntent: `pi_${id}`,
    createdAt: 1,
    ...fields,
    paidAt,
  };
}

async function order(reader: Reader, fields: NewOrder = {}) {
  const row = orderOf(reader, fields);
  await writeBatch(server.db, [server.db.insert(checkoutOrders).values(row)]);
  return row;
}

const year = { product: "api_key", currency: "inr", amountMinor: 10_000 } as const;
const unpaid = { status: "open", paidAt: null, paymentIntent: null } as const;

type Kind = Exclude<TransferKind, "usage">;
async function move(reader: Reader, orderId: string, kind: Kind, cents: number, source: string) {
  const account = accountName(reader.id);
  const isCredit = ["top_up", "refund_failed", "dispute_won"].includes(kind);
  const [debit, credit] = isCredit ? [STRIPE_USD, account] : [account, STRIPE_USD];
  const transfer = { debit, credit, micros: cents * 10_000, kind, source, at: 2_000, orderId };
  await transferMoney(server.db, transfer);
}

const change = (reader: Reader, orderId: string, kind: PlanChangeKind) =>
  server.db
    .insert(planChanges)
    .values({ accountId: reader.id, orderId, kind, source: crypto.randomUUID(), createdAt: 1_000 });

const receiptOf = (reader: Reader, id: string) => getReceipt(reader.ctx, { id });

it("a receipt names the payment, who paid it, and the provider's IDs", async () => {
  const me = await newReader(server.db);
  const { id, sessionId, paymentIntent } = await order(me);
  const receipt = await receiptOf(me, id);
  expect(receipt).toEqual({
    id,
    number: `LK-19700101-${id.slice(6, 14).toUpperCase()}`,
    paid_at: "1970-01-01T00:00:01.000Z",
    sent_at: "1970-01-01T00:00:01.000Z",
    arrives_by: null,
    product: "balance",
    description: "Latchkey balance",
    amount: 25,
    reversed: 0,
    currency: "USD",
    status: "paid",
    payment_reference: paymentIntent,
    session_reference: sessionId,
    seller: ["Latchkey"],
    billed_to: me.ctx.account.email,
    payment_method: null,
    tax: null,
    has_invoice: false,
    balance_after: null,
  });
  expect(receiptResponse.strict().parse(receipt)).toEqual(receipt);
  const { seller, billed_to, tax, has_invoice, balance_after, ...listed } = receipt;
  const response = await listReceipts(me.ctx, { limit: 25 });
  expect(response).toEqual({ items: [listed], next_cursor: null });
  expect(receiptsResponse.strict().parse(response)).toEqual(response);
});

it("a receipt shows what refunds and disputes took from it, to the cent, and what they returned", async () => {
  const me = await newReader(server.db);
  const { id } = await order(me);
  const now = async () => {
    const { reversed, status } = await receiptOf(me, id);
    return [reversed, status];
  };
  await move(me, id, "top_up", 2500, `stripe:cs:${id}`);
  expect(await now()).toEqual([0, "paid"]);
  await move(me, id, "refund", 1001, refundSource(`re_1${id}`, "made"));
  expect(await now()).toEqual([10.01, "partly_reversed"]);
  await move(me, id, "dispute", 1499, disputeSource(`dp_1${id}`, "withdrawn"));
  expect(await now()).toEqual([25, "reversed"]);
  await move(me, id, "dispute_won", 1499, disputeSource(`dp_1${id}`, "reinstated"));
  await move(me, id, "refund_failed", 1001, refundSource(`re_1${id}`, "failed"));
  expect(await now()).toEqual([0, "paid"]);
});

it("a receipt has the balance right after its payment, whatever happened before and since", async () => {
  const [me, other] = [await newReader(server.db), await newReader(server.db)];
  const [first, second, bought, theirs] = [
    await order(me),
    await order(me),
    await order(me, year),
    await order(other),
  ];
  const after = async (reader: Reader, id: string) => (await receiptOf(reader, id)).balance_after;
  await change(me, bought.id, "purchase");
  expect(await after(me, bought.id)).toBeNull();
  await move(me, first.id, "top_up", 2500, `stripe:cs:${first.id}`);
  await move(other, theirs.id, "top_up", 700, `stripe:cs:${theirs.id}`);
  await move(me, first.id, "refund", 1001, refundSource(`re_3${first.id}`, "made"));
  await move(me, second.id, "top_up", 2500, `stripe:cs:${second.id}`);
  await move(me, second.id, "dispute", 2500, disputeSource(`dp_3${second.id}`, "withdrawn"));
  expect([await after(me, first.id), await after(me, second.id)]).toEqual([25, 39.99]);
  expect(await after(other, theirs.id)).toBe(7);
  expect(await after(me, bought.id)).toBeNull();
});

it("a bought year is reversed while it is taken back, and only then", async () => {
  const me = await newReader(server.db);
  const { id } = await order(me, year);
  await change(me, id, "purchase");
  expect(await receiptOf(me, id)).toMatchObject({
    amount: 100,
    currency: "INR",
    reversed: 0,
    status: "paid",
  });
  await change(me, id, "dispute");
  expect(await receiptOf(me, id)).toMatchObject({ reversed: 100, status: "reversed" });
  await change(me, id, "restored");
  expect(await receiptOf(me, id)).toMatchObject({ reversed: 0, status: "paid" });
  await change(me, id, "refund");
  expect(await receiptOf(me, id)).toMatchObject({ reversed: 100, status: "reversed" });
});

it("the statement names a payment by its intent, a reversal by its own ID, and the receipt of both", async () => {
  const me = await newReader(server.db);
  const { id, paymentIntent } = await order(me);
  await move(me, id, "top_up", 2500, `stripe:cs:cs_test_${id}`);
  await move(me, id, "refund", 500, refundSource(`re_2${id}`, "made"));
  await move(me, id, "refund_failed", 500, refundSource(`re_2${id}`, "failed"));
  await move(me, id, "dispute", 2500, disputeSource(`dp_2${id}`, "withdrawn"));
  const { items } = await listLedger(me.ctx, { limit: 25 });
  expect(items.map(({ kind, reference, receipt_id }) => [kind, reference, receipt_id])).toEqual([
    ["dispute", `dp_2${id}`, id],
    ["refund_failed", `re_2${id}`, id],
    ["refund", `re_2${id}`, id],
    ["top_up", paymentIntent, id],
  ]);
});

it("lists the payments for both products newest first, each once, at any page size, and no unpaid order", async () => {
  const orders = fc.array(
    fc.record({ paidAt: fc.integer({ min: 1, max: 6 }), year: fc.boolean(), paid: fc.boolean() }),
    { maxLength: 25, size: "max" },
  );
  const property = fc.asyncProperty(orders, fc.integer({ min: 1, max: 7 }), async (made, limit) => {
    const [me, stranger] = await Promise.all([newReader(server.db), newReader(server.db)]);
    const stored = made.map(({ paidAt, paid, ...one }) =>
      orderOf(me, { ...(one.year && year), ...(paid ? { paidAt } : { ...unpaid, status: "expired" }) }),
    );
    await writeBatch(
      server.db,
      [...stored, orderOf(stranger)].map((row) => server.db.insert(checkoutOrders).values(row)),
    );
    const items = await allPages((cursor) => listReceipts(me.ctx, { ...cursor, limit }));
    const paid = stored.flatMap(({ id, paidAt }) => (paidAt === null ? [] : { id, paidAt }));
    const newestFirst = paid.sort((a, b) => b.paidAt - a.paidAt || (a.id < b.id ? 1 : -1));
    expect(items.map(({ id }) => id)).toEqual(newestFirst.map(({ id }) => id));
    const [last] = newestFirst;
    expect((await subscriptionNow(me.ctx)).last_payment_at).toBe(
      last ? new Date(last.paidAt).toISOString() : null,
    );
  });
  await fc.assert(property, { numRuns: runs(60), endOnFailure: true });
});

it("the last payment is the latest of either product, in its own currency", async () => {
  const me = await newReader(server.db);
  const lastPayment = async () => {
    const { last_payment, last_payment_currency, last_payment_at } = await subscriptionNow(me.ctx);
    return [last_payment, last_payment_currency, last_payment_at];
  };
  expect(await lastPayment()).toEqual([null, null, null]);
  await order(me, { ...year, paidAt: 2_000 });
  await order(me, { paidAt: 1_000 });
  await order(me, { ...unpaid, createdAt: 9_000 });
  expect(await lastPayment()).toEqual([100, "INR", "1970-01-01T00:00:02.000Z"]);
  await order(me, { amountMinor: 19_900, paidAt: 3_000 });
  expect(await lastPayment()).toEqual([199, "USD", "1970-01-01T00:00:03.000Z"]);
});

it("refuses another account's receipt, an unpaid order's and an unknown one with the same error", async () => {
  const [owner, other] = await Promise.all([newReader(server.db), newReader(server.db)]);
  const foreign = await order(owner);
  const open = await order(other, unpaid);
  const refused = { code: "not_found", message: "Receipt not found." };
  for (const id of [foreign.id, open.id, "order_unknown", "", "' OR 1=1 --"]) {
    await expect(receiptOf(other, id)).rejects.toMatchObject(refused);
  }
  expect((await listReceipts(other.ctx, { limit: 25 })).items).toEqual([]);
});

it("refuses a cursor that is not one of the account's own receipts, by the field's name", async () => {
  const [owner, other] = await Promise.all([newReader(server.db), newReader(server.db)]);
  const { id } = await order(owner);
  for (const cursor of [id, "order_unknown"]) {
    await expect(listReceipts(other.ctx, { limit: 25, cursor })).rejects.toMatchObject({
      code: "invalid_request",
      details: { field: "cursor" },
    });
  }
});
