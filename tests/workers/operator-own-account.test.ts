import { beforeAll, describe, expect, it } from "vitest";
import { operatorResponse } from "#core/contract/operator.ts";
import { notePaymentEvent } from "#core/storage/payment-events.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { isForOperators } from "#tests/support/operator-paths.ts";
import { auditOf } from "./support/audit.ts";
import { newOperator } from "./support/operators.ts";
import { paidOrder, unrefunded } from "./support/payments.ts";
import {
  createKeyAs,
  errorOf,
  newUser,
  openTestDatabase,
  type TestUser,
  testApi,
} from "./support/test-api.ts";

const reason = "Ticket 2405";
const id = "once";

/** A body that each change of an account accepts. A new one fails the test until it is added here. */
const BODIES: Record<string, object> = {
  "POST /accounts/:id/credit": { direction: "grant", amount: 5, reason, id },
  "PUT /accounts/:id/plan": {
    plan: "Free",
    reason,
    valid_until: null,
    requests_per_month: null,
    value_per_month: null,
  },
  "PUT /accounts/:id/suspension": { reason, notify: false },
  "DELETE /accounts/:id/suspension": { reason, notify: false },
  "POST /accounts/:id/revoke-keys": { reason, notify: false },
  "POST /accounts/:id/keys/:key/revoke": { reason },
  "POST /accounts/:id/emails/:email/resend": { reason, id },
  "POST /payments/:payment/refund": { amount: null, reason, id },
  "POST /payments/events/:event/retry": { reason },
  "POST /payments/events/:event/close": { note: reason },
};

type Operator = Awaited<ReturnType<typeof newOperator>>;
let ana: Operator;
beforeAll(async () => {
  ana = await newOperator({ payments: { ...noPayments, retrieveReversals: unrefunded } });
});

const changes = [
  ...new Set(
    testApi()
      .routes.filter(({ method, path }) => !["ALL", "GET"].includes(method) && isForOperators(path))
      .map(({ method, path }) => `${method} ${path.replace("/api/operator", "")}`)
      .filter((route) => /:(id|payment|event)\b/.test(route) && !route.includes("/prices/")),
  ),
];

/** What the paths name, of the user's own. */
async function belongingsOf(user: TestUser): Promise<Record<string, string>> {
  const [key, payment, event] = [
    await createKeyAs(ana.api, user),
    await paidOrder(user),
    crypto.randomUUID(),
  ];
  await notePaymentEvent(
    openTestDatabase(),
    {
      id: `evt_${event}`,
      type: "charge.refunded",
      createdAt: 0,
      objectId: `pi_${payment}`,
      paymentIntentId: `pi_${payment}`,
      isCardSetup: false,
      isForeign: false,
    },
    { at: Date.now(), error: "internal_error" },
  );
  return { id: String(user.account.id), key: key.id, payment, event: `evt_${event}`, email: "1" };
}

const filled = (path: string, named: Record<string, string>) =>
  path.replace(/:(\w+)/g, (_, name: string) => named[name] ?? "");

describe("an operator's own account", () => {
  it("the list has every change of an account", () => {
    expect(changes.toSorted()).toEqual(Object.keys(BODIES).toSorted());
  });

  it("is changed by no action of the desk, however it is named, and nothing is written", async () => {
    const { user } = ana;
    const own = await belongingsOf(user);
    const before = await auditOf(user.account.id);
    for (const name of [own.id, user.email, user.userId, ` ${user.email.toUpperCase()} `]) {
      for (const [route, body] of Object.entries(BODIES)) {
        const [method = "", path = ""] = route.split(" ");
        const named = { ...own, id: encodeURIComponent(name ?? "") };
        const response = await ana.ask(filled(path, named), { method, body });
        const { code, error } = await errorOf(response);
        expect([route, response.status, code]).toEqual([route, 403, "own_account"]);
        expect(error).toBe("You can't change your own account at the desk. Ask another operator.");
      }
    }
    expect(await auditOf(user.account.id)).toEqual(before);
    const log = await ana.ask(`/audit?account=${own.id}`);
    expect(await log.json()).toMatchObject({ items: [] });
  });

  it("can be read, and the desk says which one it is", async () => {
    const account = ana.user.account.id;
    for (const path of ["", "/ledger", "/ledger.csv", "/emails"])
      expect((await ana.ask(`/accounts/${account}${path}`)).status, path).toBe(200);
    expect(operatorResponse.parse(await (await ana.ask("")).json()).account).toBe(account);
  });

  it("can be changed by another operator, and the operator can change others", async () => {
    const [ben, customer] = [await newOperator(), await newUser()];
    const body = { direction: "grant", amount: 5, reason, id: crypto.randomUUID() };
    expect((await ben.ask(`/accounts/${ana.user.account.id}/credit`, { body })).status).toBe(200);
    expect(
      (
        await ana.ask(`/accounts/${customer.account.id}/credit`, {
          body: { ...body, id: crypto.randomUUID() },
        })
      ).status,
    ).toBe(200);
  });
});
