import type { PaymentEvent, PaymentRefund, Payments } from "#core/ports.ts";
import { noPayments } from "#tests/support/no-payments.ts";

const none = async () => ({ items: [], next: null });

/** A provider at which every checkout is paid, and every page is complete, at once. Ids say what they belong to. */
export function paidAtOnce(): Payments {
  const checkouts = new Map<string, { orderId: string; amountMinor: number; currency: string }>();
  const refunds = new Map<string, PaymentRefund[]>();
  const eventOf = (id: string, objectId: string): PaymentEvent => ({
    id,
    type: "checkout.session.completed",
    createdAt: 0,
    objectId,
    paymentIntentId: null,
    isCardSetup: false,
    isForeign: false,
  });
  return {
    ...noPayments,
    async createCheckout({ orderId, amountMinor, currency }) {
      const sessionId = `cs_test_of_${orderId}`;
      checkouts.set(sessionId, { orderId, amountMinor, currency });
      return { sessionId, url: "https://checkout.test" };
    },
    async retrieveCheckout(sessionId) {
      const checkout = checkouts.get(sessionId);
      const paid = {
        status: "complete",
        paymentStatus: "paid",
        paymentFailed: false,
        method: null,
      } as const;
      return checkout ? { ...checkout, ...paid, sessionId, paymentIntentId: `pi_${sessionId}` } : null;
    },
    expireCheckout: async () => {},
    createCustomer: async ({ key }) => `cus_${key}`,
    deleteCustomer: async () => {},
    createCardSetup: async ({ customerId }) => ({
      sessionId: `cs_test_of_${customerId}`,
      url: "https://card.test",
    }),
    async retrieveCardSetup(sessionId) {
      const customerId = sessionId.replace("cs_test_of_", "");
      const number = { brand: "visa", last4: "4242", expMonth: 12, expYear: 2034, country: "US" };
      const card = { paymentMethodId: `pm_new_${customerId}`, customerId, ...number };
      return { customerId, createdAt: Date.now(), card };
    },
    detachCard: async () => {},
    confirmCharge: async ({ paymentIntentId }) => {
      const state = { orderId: null, status: "unconfirmed", amountMinor: 0, currency: "usd" } as const;
      return { url: "https://bank.test", state: { ...state, paymentIntentId, declineCode: null } };
    },
    paymentDetails: async () => null,
    invoiceUrl: async (id) => `https://invoice.test/${id}`,
    retrieveReversals: async (paymentIntentId) => ({
      paymentIntentId,
      orderId: paymentIntentId.replace("pi_", "order_"),
      refunds: refunds.get(paymentIntentId) ?? [],
      disputes: [],
    }),
    async createRefund({ paymentIntentId, amountMinor, requestedAs }) {
      const refund = { id: `re_${requestedAs}`, amountMinor: amountMinor ?? 2500, stands: true, requestedAs };
      refunds.set(paymentIntentId, [refund]);
      return refund;
    },
    listCharges: none,
    listReversals: none,
    paymentStatus: async () => "paid",
    retrieveEvent: async (id) => eventOf(id, id.replace("evt_", "")),
    verifyEvent: async (rawBody) => {
      const { id, about } = JSON.parse(rawBody);
      return eventOf(id, about);
    },
  };
}
