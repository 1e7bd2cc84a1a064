import { beforeAll, expect, it } from "vitest";
import type { AuditResponse } from "#core/contract/audit.ts";
import { operatorAuditResponse } from "#core/contract/operator.ts";
import {
  comparisonResponse,
  operatorPaymentResponse,
  operatorPaymentsResponse,
  paymentEventsResponse,
  paymentSummaryResponse,
  refundResponse,
} from "#core/contract/operator-payments.ts";
import { isoTime } from "#core/domain/time.ts";
import type { PaymentRefund, PaymentReversals } from "#core/ports.ts";
import { notePaymentEvent } from "#core/storage/payment-events.ts";
import { storeReconciliation } from "#core/storage/reconciliation.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { newOperator } from "./support/operators.ts";
import { paidOrder, unrefunded } from "./support/payments.ts";
import { call, errorOf, newUser, openTestDatabase, type TestUser } from "./support/test-api.ts";

const REASON = "Card dispute, ticket 2399";
/** By payment. */
const made = new Map<string, PaymentRefund[]>();
const refundsOf = (payment: string) => made.get(payment) ?? [];
const retrieveReversals = async (payment: string): Promise<PaymentReversals> => ({
  ...(await unrefunded(payment)),
  refunds: refundsOf(payment),
});

let operator: Awaited<ReturnType<typeof newOperator>>;
let customer: TestUser;
beforeAll(async () => {
  operator = await newOperator({
    payments: {
      ...noPayments,
      retrieveReversals,
      async createRefund({ paymentIntentId, amountMinor, requestedAs }) {
        const refund = {
          id: `re_${requestedAs}`,
          amountMinor: amountMinor ?? 2500,
          stands: true,
          requestedAs,
        };
        made.set(paymentIntentId, [...refundsOf(paymentIntentId), refund]);
        return refund;
      },
      retrieveEvent: async (id) => ({
        id,
        type: "customer.created",
        createdAt: 0,
        objectId: "cus_1",
        paymentIntentId: null,
        isCardSetup: false,
        isForeign: false,
      }),
    },
  });
  customer = await newUser();
});

const refund = (payment: string, body: object) =>
  operator.ask(`/payments/${payment}/refund`, {
    method: "POST",
    body: { amount: null, reason: REASON, id: crypto.randomUUID(), ...body },
  });

it("a refund moves the ledger once per id, and the customer learns neither who made it nor why", async () => {
  const payment = await paidOrder(customer);
  const id = crypto.randomUUID();
  const responses = [];
  for (let sent = 0; sent < 2; sent += 1)
    responses.push(await (await refund(payment, { amount: 5.25, id })).json());
  const [first, second] = responses.map((body) => refundResponse.strict().parse(body));
  expect(first).toEqual({
    refund: `re_${id}`,
    amount: 5.25,
    currency: "usd",
    refunded: 5.25,
    left: 19.75,
    repeated: false,
  });
  expect(second).toEqual({ ...first, repeated: true });
  const page = await (await operator.ask(`/payments/${payment}`)).json();
  expect(operatorPaymentResponse.strict().parse(page)).toMatchObject({ refunded: 5.25, left: 19.75 });
  const log = await (await operator.ask(`/audit?account=${customer.account.id}`)).json();
  expect(operatorAuditResponse.parse(log).items.map(({ action, by }) => [action, by])).toEqual([
    ["payment.refunded", "ana"],
    ["refund.requested", "ana"],
  ]);
  const own = await call(operator.api, customer.token, "/api/audit");
  const text = await own.clone().text();
  const { items } = await own.json<AuditResponse>();
  expect(items.filter(({ action }) => action === "payment.refunded")).toMatchObject([
    { by: "operator", detail: {}, place: null },
  ]);
  expect(text).not.toContain(REASON);
});

it("refuses an amount that isn't whole cents, and one that isn't left, naming the field", async () => {
  const payment = await paidOrder(customer);
  for (const [body, field] of [
    [{ amount: 0.005 }, "amount"],
    [{ amount: 0 }, "amount"],
    [{ amount: -1 }, "amount"],
    [{ amount: 25.01 }, "amount"],
    [{ amount: "5" }, "amount"],
    [{ reason: " " }, "reason"],
    [{ id: "" }, "id"],
    [{ amounts: 1 }, "amounts"],
  ] as const) {
    const response = await refund(payment, body);
    expect([response.status, (await errorOf(response)).field], JSON.stringify(body)).toEqual([422, field]);
  }
  expect((await refund("order_of_nobody", {})).status).toBe(404);
  expect(refundsOf(`pi_${payment}`)).toEqual([]);
});

it("lists and retries have the form of their contract, and refuse what they don't know", async () => {
  await paidOrder(customer);
  const event = {
    id: `evt_${crypto.randomUUID()}`,
    type: "customer.created",
    createdAt: 0,
    objectId: "cus_1",
  };
  const failed = { at: Date.now(), error: "internal_error" };
  await notePaymentEvent(
    openTestDatabase(),
    { ...event, paymentIntentId: null, isCardSetup: false, isForeign: false },
    failed,
  );
  const read = async (path: string) => (await operator.ask(path)).json();
  expect(operatorPaymentsResponse.strict().parse(await read("/payments?sort=amount")).items).not.toEqual([]);
  // Those of other tests may count as well.
  const { events } = paymentSummaryResponse.strict().parse(await read("/payments/summary?range=7d"));
  expect(events.failing).toBeGreaterThanOrEqual(1);
  const listed = async (failing: boolean) =>
    paymentEventsResponse
      .strict()
      .parse(await read(`/payments/events?failing=${failing}`))
      .items.find(({ id }) => id === event.id);
  expect(await listed(true)).toMatchObject({ error: "internal_error", order: null });
  const close = (path: string, body: object) =>
    operator.ask(`/payments${path}/close`, { method: "POST", body });
  expect(await (await close(`/events/${event.id}`, { note: REASON })).json()).toMatchObject({
    closed: { by: "ana", note: REASON },
  });
  expect(await listed(false)).toMatchObject({ closed: { by: "ana" } });
  expect(await listed(true)).toBeUndefined();
  const difference = { subject: "ch_1", code: "order_unknown", note: REASON };
  const found = { compared: 1, repaired: [], repairs: 0, problems: [difference], problem_count: 1 };
  const last = JSON.stringify({ ...found, started_at: isoTime(1), finished_at: isoTime(2) });
  await storeReconciliation(openTestDatabase(), {
    startedAt: 1,
    stage: null,
    after: null,
    found: "{}",
    last,
  });
  expect(comparisonResponse.strict().parse(await read("/payments/comparison")).last).toMatchObject({
    problems: [{ subject: "ch_1", code: "order_unknown", account: null }],
    closed: 0,
  });
  const closed = comparisonResponse.strict().parse(await (await close("/comparison", difference)).json());
  expect(closed.last).toMatchObject({ problems: [], problem_count: 0, closed: 1 });
  for (const [path, body, field] of [
    [`/events/${event.id}`, {}, "note"],
    ["/comparison", { ...difference, note: " " }, "note"],
    ["/comparison", { ...difference, subject: "" }, "subject"],
    ["/comparison", { ...difference, code: "x".repeat(256) }, "code"],
    ["/comparison", { ...difference, all: true }, "all"],
  ] as const) {
    const response = await close(path, body);
    expect([response.status, (await errorOf(response)).field], JSON.stringify(body)).toEqual([422, field]);
  }
  expect((await close("/comparison", { ...difference, subject: "ch_2" })).status).toBe(404);
  const retry = (id: string, body: object = { reason: REASON }) =>
    operator.ask(`/payments/events/${id}/retry`, { method: "POST", body });
  expect(await (await retry(event.id)).json()).toMatchObject({ error: null, deliveries: 2 });
  expect((await retry("evt_of_nobody")).status).toBe(404);
  for (const path of [
    "?sort=drop",
    "?page=0",
    "?limit=101",
    "?product=x",
    "/summary?range=1y",
    "/events?failing=1",
  ])
    expect((await operator.ask(`/payments${path}`)).status, path).toBe(422);
});
