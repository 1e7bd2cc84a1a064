import { balanceAnswer, subscriptionAnswer } from "#core/contract/account.ts";
import { ledgerAnswer } from "#core/contract/ledger.ts";
import { pageQuery } from "#core/contract/page.ts";
import {
  completionAnswer,
  completionRequest,
  createPaymentLinkRequest,
  paymentLinkAnswer,
} from "#core/contract/payments.ts";
import { receiptAnswer, receiptsAnswer } from "#core/contract/receipts.ts";
import { runwayAnswer } from "#core/contract/runway.ts";
import type { Operation } from "../operation.ts";
import { AT, KEY_ID } from "./examples.ts";

const group = "Balance and payments";
const credential = "session";
const SESSION_ID = "cs_test_a1B2c3D4e5F6g7H8";
const ORDER_ID = "order_4f1c9a7be20d4c63b5a8d1e97c302f46";
const RECEIPT = {
  id: ORDER_ID,
  paid_at: AT,
  product: "balance",
  description: "Latchkey balance",
  amount: 25,
  reversed: 0,
  currency: "USD",
  status: "paid",
  payment_reference: "pi_3QxYz",
  session_reference: SESSION_ID,
};
const PROVIDER = "The payment provider did not answer";

export const paymentOperations: Operation[] = [
  {
    id: "getBalance",
    group,
    method: "get",
    path: "/api/account/balance",
    summary: "Get the balance",
    description: "The prepaid balance, and what is held back for requests that are running.",
    credential,
    answer: { status: 200, schema: balanceAnswer, example: { balance: 23.58, held: 0.02, currency: "USD" } },
  },
  {
    id: "getRunway",
    group,
    method: "get",
    path: "/api/account/runway",
    summary: "Get how long the balance lasts",
    description: "An estimate at the pace of the last seven days.",
    credential,
    answer: {
      status: 200,
      schema: runwayAnswer,
      example: {
        status: "estimated",
        as_of: AT,
        balance: 23.58,
        daily_cost: 1.42,
        days_left: 16.6,
        lasts_until: "2026-12-07T00:05:00.000Z",
        keys: [{ key_id: KEY_ID, name: "Production", cost: 9.94, share: 100 }],
      },
    },
  },
  {
    id: "getSubscription",
    group,
    method: "get",
    path: "/api/account/subscription",
    summary: "Get the plan",
    description: "The plan of the account, how much of it is used, and its last payment.",
    credential,
    answer: {
      status: 200,
      schema: subscriptionAnswer,
      example: {
        subscription_type: "Premium",
        usage_percentage: 42.1,
        valid_until: "2027-10-02T16:20:00.000Z",
        last_payment: 25,
        last_payment_currency: "USD",
        last_payment_at: AT,
        requests_used: 4210,
        requests_limit: 10000,
        resets_at: "2026-12-02T16:20:00.000Z",
      },
    },
  },
  {
    id: "createPaymentLink",
    group,
    method: "post",
    path: "/api/payment/create-payment-link",
    summary: "Create a payment link",
    description: "A hosted page on which one payment can be made, for balance or for a year of Premium.",
    credential,
    body: { schema: createPaymentLinkRequest, example: { amount: 25, product: "balance" } },
    answer: {
      status: 200,
      schema: paymentLinkAnswer,
      example: { paymentLinkUrl: `https://checkout.stripe.com/c/pay/${SESSION_ID}` },
    },
    errors: {
      invalid_amount: "The amount is not offered for the product",
      plan_not_for_sale: "A Business plan covers what Premium offers",
      rate_limited: "20 payments were left unpaid in ten minutes",
      payment_provider_error: PROVIDER,
    },
  },
  {
    id: "completePayment",
    group,
    method: "post",
    path: "/api/account/payment-link-completion",
    summary: "Verify a payment",
    description:
      "What the page asks that a payer comes back to. May be repeated: a payment is credited once.",
    credential,
    body: { schema: completionRequest, example: { session_id: SESSION_ID } },
    answer: {
      status: 200,
      schema: completionAnswer,
      example: { success: true, pending: false, product: "balance", amount: 25, currency: "USD" },
    },
    errors: {
      not_found: "There is no such payment of your account",
      order_mismatch: "What was paid is not what was ordered",
      payment_provider_error: PROVIDER,
    },
  },
  {
    id: "listLedger",
    group,
    method: "get",
    path: "/api/ledger",
    summary: "List movements of the balance",
    description: "The statement, newest first. The sum of all items is the balance.",
    credential,
    query: pageQuery,
    answer: {
      status: 200,
      schema: ledgerAnswer,
      example: {
        items: [
          {
            id: "184",
            created_at: AT,
            kind: "top_up",
            amount: 25,
            balance_after: 25,
            reference: "pi_3QxYz",
            receipt_id: ORDER_ID,
            note: null,
          },
        ],
        next_cursor: null,
      },
    },
  },
  {
    id: "exportLedger",
    group,
    method: "get",
    path: "/api/ledger.csv",
    summary: "Download the statement",
    description: "Every movement of the balance as CSV, newest first, times in UTC.",
    credential,
    answer: { status: 200, example: "date,kind,amount,balance_after,reference,note" },
  },
  {
    id: "listReceipts",
    group,
    method: "get",
    path: "/api/receipts",
    summary: "List receipts",
    description: "The settled payments, newest first.",
    credential,
    query: pageQuery,
    answer: { status: 200, schema: receiptsAnswer, example: { items: [RECEIPT], next_cursor: null } },
  },
  {
    id: "getReceipt",
    group,
    method: "get",
    path: "/api/receipts/{id}",
    summary: "Get a receipt",
    description: "One settled payment, with the address it is billed to.",
    credential,
    parameters: { id: { description: "`id` of a receipt", example: ORDER_ID } },
    answer: { status: 200, schema: receiptAnswer, example: { ...RECEIPT, billed_to: "you@example.com" } },
    errors: { not_found: "There is no such receipt of your account" },
  },
];
