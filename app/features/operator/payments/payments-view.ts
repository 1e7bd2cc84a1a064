import { moneyText, rangeParameter } from "#app/features/operator/texts.ts";
import { addressOf, choiceParameter, choicesOf, pageParameter, searchParameter } from "#app/lib/address.ts";
import type {
  ComparisonResponse,
  OperatorPaymentItem,
  OperatorPaymentsQuery,
  PaymentEventItem,
  PaymentRange,
  PaymentSort,
  PaymentState,
} from "#core/contract/operator-payments.ts";

export const PRODUCT_LABELS: Record<OperatorPaymentItem["product"], string> = {
  balance: "Balance",
  api_key: "Premium plan",
};
export const STATE_LABELS: Record<PaymentState, string> = {
  paid: "Paid",
  part_refunded: "Partly refunded",
  refunded: "Refunded",
  disputed: "Disputed",
};
export const SORT_LABELS: Record<PaymentSort, string> = { paid: "Paid", amount: "Amount" };

export interface PaymentsView
  extends Pick<OperatorPaymentsQuery, "sort" | "direction" | "page">,
    Required<Pick<OperatorPaymentsQuery, "search">> {
  search: string;
  product: OperatorPaymentItem["product"] | null;
  range: PaymentRange;
  /** Of the list of events. */
  events: "failing" | "all";
}

/** With the defaults of the API. */
export const paymentsAddress = addressOf<PaymentsView>({
  search: searchParameter("search"),
  product: choiceParameter("product", choicesOf(PRODUCT_LABELS), null),
  sort: choiceParameter("sort", choicesOf(SORT_LABELS), "paid"),
  direction: choiceParameter("direction", ["desc", "asc"], "desc"),
  page: pageParameter,
  range: rangeParameter,
  events: choiceParameter("events", ["failing", "all"], "failing"),
});

/** For the API. */
export const paymentsParameters = ({ search, product, sort, direction }: PaymentsView) => ({
  sort,
  direction,
  ...(search && { search }),
  ...(product && { product }),
});

export const isFiltered = ({ search, product }: PaymentsView) => search !== "" || product !== null;
export const NO_FILTERS: Partial<PaymentsView> = { search: "", product: null, page: 1 };

const ERROR_TEXTS: Record<string, string> = {
  order_unknown: "No order belongs to this payment",
  order_mismatch: "The payment doesn’t match its order",
  amount_differs: "The amount differs from the ledger",
  payment_unknown: "Stripe doesn’t know this payment",
  payment_provider_error: "Stripe didn’t respond",
  database_unavailable: "Database unavailable",
  internal_error: "Internal error",
};
export const closedText = ({ by, note }: NonNullable<PaymentEventItem["closed"]>) =>
  `Closed by ${by}: ${note}`;
export const errorText = (code: string) => ERROR_TEXTS[code] ?? code;

/** What the event's payment has become here. */
export function effectText({ order, type, error }: PaymentEventItem): string {
  if (order === null) return error === null ? "No order is affected" : "Unknown until it is processed";
  const amount = moneyText(order.amount, order.currency);
  if (/^(refund|charge\.(refund|dispute))/.test(type)) return `Refund or dispute of ${amount}, in the ledger`;
  if (order.product === "balance") return order.booked ? `${amount} credited` : `${amount} not credited`;
  return order.booked ? "Premium year added" : "Premium year not added";
}

const STAGES: Record<NonNullable<ComparisonResponse["stage"]>, string> = {
  charges: "charges",
  refunds: "refunds",
  disputes: "disputes",
  orders: "orders",
};
export const stageText = (stage: NonNullable<ComparisonResponse["stage"]>) =>
  `In progress: comparing ${STAGES[stage]}. It continues every minute.`;
