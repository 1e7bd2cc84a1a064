import type {
  CheckoutState,
  PageOfPayments,
  PaymentDispute,
  PaymentEvent,
  PaymentRefund,
  Payments,
} from "#core/ports.ts";
import { noPayments } from "#tests/support/no-payments.ts";

/** A checkout at the provider, with the state of its payment. */
export interface ModelCheckout extends CheckoutState {
  createdAt: number;
  paidAt: number | null;
  refunds: (PaymentRefund & Created)[];
  disputes: (PaymentDispute & Created)[];
}
interface Created {
  createdAt: number;
}

let made = 0;
const newId = (prefix: string) => `${prefix}_${++made}`;

/**
 * A payment provider in memory: its state is the truth that the ledger is compared with. It only stores its
 * events; a story delivers them when, in which order and as often as it likes.
 */
export function modelProvider(now: () => number) {
  const checkouts: ModelCheckout[] = [];
  const events: PaymentEvent[] = [];
  const emit = (type: string, { sessionId, paymentIntentId }: ModelCheckout) => {
    const objectId = type.startsWith("checkout.") ? sessionId : newId("obj");
    events.push({
      id: newId("evt"),
      type,
      createdAt: now(),
      objectId,
      paymentIntentId,
      isCardSetup: false,
      isForeign: false,
    });
    return true;
  };
  const finish = (checkout: ModelCheckout, paymentStatus: "paid" | "unpaid") => {
    const paidAt = paymentStatus === "paid" ? now() : null;
    Object.assign(checkout, { status: "complete", paymentStatus, paidAt, paymentIntentId: newId("pi") });
  };
  /** One item a page, so that every list is read in pages. */
  const pageOf = <Item extends Created & { id: string }>(
    all: Item[],
    { from, until, after }: PageOfPayments,
  ) => {
    const within = all.filter(({ createdAt }) => createdAt >= from && createdAt < until).toReversed();
    const at = after === null ? 0 : within.findIndex(({ id }) => id === after) + 1;
    return {
      items: within.slice(at, at + 1),
      next: at + 1 < within.length ? (within[at]?.id ?? null) : null,
    };
  };

  const payments: Payments = {
    ...noPayments,
    async createCheckout({ orderId, amountMinor, currency }) {
      const url = (id: string) => ({ sessionId: id, url: `https://pay.test/${id}` });
      const known = checkouts.find((checkout) => checkout.orderId === orderId);
      if (known) return url(known.sessionId);
      const sessionId = newId("cs");
      const opened = {
        status: "open",
        paymentStatus: "unpaid",
        paymentFailed: false,
        method: null,
        paymentIntentId: null,
      } as const;
      const price = { amountMinor, currency, createdAt: now() };
      checkouts.push({ sessionId, orderId, ...price, ...opened, paidAt: null, refunds: [], disputes: [] });
      return url(sessionId);
    },
    retrieveCheckout: async (id) => ({ ...find(checkouts, ({ sessionId }) => sessionId === id) }),
    findCheckout: async (id) => checkouts.find(({ orderId }) => orderId === id) ?? null,
    async expireCheckout(id) {
      const checkout = find(checkouts, ({ sessionId }) => sessionId === id);
      if (checkout.status !== "open") return;
      checkout.status = "expired";
      emit("checkout.session.expired", checkout);
    },
    async refundPayment(id) {
      const checkout = find(checkouts, ({ paymentIntentId }) => paymentIntentId === id);
      const amountMinor = checkout.amountMinor - refundedOf(checkout);
      if (amountMinor > 0)
        checkout.refunds.push({ id: newId("re"), amountMinor, stands: true, createdAt: now() });
      return "refunded";
    },
    async retrieveReversals(id) {
      const { orderId, refunds, disputes } = find(checkouts, ({ paymentIntentId }) => paymentIntentId === id);
      return { paymentIntentId: id, orderId, ...structuredClone({ refunds, disputes }) };
    },
    async listCharges(window) {
      const charged = checkouts.flatMap(({ paidAt, ...checkout }) =>
        paidAt === null ? [] : [{ ...checkout, id: `ch_${checkout.sessionId}`, createdAt: paidAt }],
      );
      return pageOf(charged, window);
    },
    async listReversals(kind, window) {
      const all = checkouts.flatMap((checkout) =>
        checkout[kind].map((item) => ({ checkout, item, id: item.id, createdAt: item.createdAt })),
      );
      const { items, next } = pageOf(all, window);
      const reversals = items.map(({ checkout, item }) => ({
        paymentIntentId: checkout.paymentIntentId ?? "",
        refunds: [],
        disputes: [],
        [kind]: [structuredClone(item)],
      }));
      return { items: reversals, next };
    },
    async paymentStatus(id) {
      const checkout = checkouts.find(({ paymentIntentId }) => paymentIntentId === id);
      if (!checkout) return null;
      return checkout.paymentStatus === "paid" ? "paid" : "unpaid";
    },
    verifyEvent: async (id) => find(events, (event) => event.id === id),
  };

  return {
    payments,
    checkouts,
    events,
    /** Each act returns whether it could be done, and so whether there is an event for it. */
    pay(checkout: ModelCheckout) {
      if (checkout.status !== "open") return false;
      finish(checkout, "paid");
      return emit("checkout.session.completed", checkout);
    },
    debit(checkout: ModelCheckout) {
      if (checkout.status !== "open") return false;
      finish(checkout, "unpaid");
      return emit("checkout.session.completed", checkout);
    },
    settle(checkout: ModelCheckout, succeeds: boolean) {
      if (checkout.status !== "complete" || checkout.paymentStatus === "paid") return false;
      if (succeeds) Object.assign(checkout, { paymentStatus: "paid", paidAt: now() });
      return emit(`checkout.session.async_payment_${succeeds ? "succeeded" : "failed"}`, checkout);
    },
    expire(checkout: ModelCheckout) {
      if (checkout.status !== "open") return false;
      checkout.status = "expired";
      return emit("checkout.session.expired", checkout);
    },
    /** Refunds `share` (0 to 1) of what is left of the payment. */
    refund(checkout: ModelCheckout, share: number) {
      const left = checkout.amountMinor - refundedOf(checkout);
      const amountMinor = Math.round(left * share);
      if (checkout.paymentStatus !== "paid" || amountMinor === 0) return false;
      checkout.refunds.push({ id: newId("re"), amountMinor, stands: true, createdAt: now() });
      emit("refund.created", checkout);
      return emit("charge.refunded", checkout);
    },
    failRefund(checkout: ModelCheckout) {
      const refund = checkout.refunds.find(({ stands }) => stands);
      if (!refund) return false;
      refund.stands = false;
      return emit("refund.failed", checkout);
    },
    /** An inquiry alone withdraws nothing; escalated, it does. */
    dispute(checkout: ModelCheckout, inquiry: boolean) {
      const [known] = checkout.disputes;
      if (checkout.paymentStatus !== "paid" || known?.fundsWithdrawn) return false;
      if (known) known.fundsWithdrawn = true;
      else {
        const { amountMinor } = checkout;
        checkout.disputes.push({
          id: newId("dp"),
          amountMinor,
          fundsWithdrawn: !inquiry,
          fundsReinstated: false,
          createdAt: now(),
        });
      }
      return emit(inquiry ? "charge.dispute.created" : "charge.dispute.funds_withdrawn", checkout);
    },
    close(checkout: ModelCheckout, won: boolean) {
      const dispute = checkout.disputes.find((known) => known.fundsWithdrawn && !known.fundsReinstated);
      if (!dispute) return false;
      if (won) dispute.fundsReinstated = true;
      return emit(won ? "charge.dispute.funds_reinstated" : "charge.dispute.closed", checkout);
    },
    /** A new event about a payment, with nothing new in it. */
    remind(checkout: ModelCheckout) {
      return emit("charge.refund.updated", checkout);
    },
  };
}

export type ModelProvider = ReturnType<typeof modelProvider>;

export const refundedOf = ({ refunds }: Pick<ModelCheckout, "refunds">) =>
  refunds.reduce((sum, { stands, amountMinor }) => sum + (stands ? amountMinor : 0), 0);

function find<Item>(items: Item[], matches: (item: Item) => boolean): Item {
  const found = items.find(matches);
  if (!found) throw new Error("The model provider does not know this object.");
  return found;
}
