import { createHash } from "node:crypto";
import { type Form, reader } from "../api/form.ts";
import { invalid, missing } from "../api/stripe-error.ts";
import type { Emulation } from "../emulation.ts";
import { newId, nowSeconds } from "../identifiers.ts";
import type { Customer, PaymentMethod } from "../objects.ts";
import { findRow, type StripeState } from "../state.ts";
import type { TestCard } from "./test-methods.ts";

const EXPIRY = { exp_month: 12, exp_year: 2034 };

export async function createCustomer({ state, emit }: Emulation, form: Form): Promise<Customer> {
  const body = reader(form);
  const customer = newCustomer(state, {
    email: body.text("email", 512),
    metadata: body.metadata("metadata"),
  });
  await emit("customer.created", customer);
  return customer;
}

export function newCustomer(state: StripeState, fields: Pick<Customer, "email" | "metadata">): Customer {
  const id = newId("cus", 14);
  const customer: Customer = { id, object: "customer", created: nowSeconds(), livemode: false, ...fields };
  state.customers[id] = customer;
  return customer;
}

/** Stripe deletes it for good, with its tax IDs. Its cards are detached; its payments and invoices stay. */
export async function deleteCustomer(
  { state, emit }: Emulation,
  id: string,
): Promise<Pick<Customer, "id" | "object"> & { deleted: true }> {
  const customer = requireCustomer(state, id);
  delete state.customers[id];
  for (const method of Object.values(state.paymentMethods))
    if (method.customer === id) method.customer = null;
  await emit("customer.deleted", customer);
  return { id, object: "customer", deleted: true };
}

export function requireCustomer(state: StripeState, id: string): Customer {
  const customer = findRow(state.customers, id);
  if (!customer) throw missing("customer", id, "customer");
  return customer;
}

/** A card as it is entered on a hosted page. @param isSetUp its bank has confirmed that it may be charged later. */
export function newMethod(
  state: StripeState,
  { number, country }: TestCard,
  { email, isSetUp }: { email: string | null; isSetUp: boolean },
): PaymentMethod {
  const method: PaymentMethod = {
    id: newId("pm"),
    object: "payment_method",
    billing_details: { email },
    card: {
      brand: "visa",
      country,
      ...EXPIRY,
      fingerprint: createHash("sha256").update(number).digest("hex").slice(0, 16),
      funding: "credit",
      last4: number.slice(-4),
    },
    created: nowSeconds(),
    customer: null,
    livemode: false,
    metadata: {},
    type: "card",
  };
  state.paymentMethods[method.id] = method;
  state.cards[method.id] = { number, isSetUp };
  return method;
}

export async function attach({ emit }: Emulation, method: PaymentMethod, customer: string): Promise<void> {
  method.customer = customer;
  await emit("payment_method.attached", method);
}

/** A detached card can never be used again. */
export async function detach({ state, emit }: Emulation, id: string): Promise<PaymentMethod> {
  const method = findRow(state.paymentMethods, id);
  if (!method) throw missing("PaymentMethod", id, "payment_method");
  if (method.customer === null)
    throw invalid(
      "The payment method you provided is not attached to a customer so detachment is impossible.",
    );
  method.customer = null;
  await emit("payment_method.detached", method);
  return method;
}

/** The customer's card. @throws StripeError when it is not attached to the customer. */
export function attachedMethod(state: StripeState, id: string, customer: string): PaymentMethod {
  const method = findRow(state.paymentMethods, id);
  if (!method) throw missing("PaymentMethod", id, "payment_method");
  if (method.customer === customer) return method;
  throw invalid(
    `The customer does not have a payment method with the ID ${id}. The payment method must be attached to the customer.`,
    "payment_method",
    "resource_missing",
  );
}
