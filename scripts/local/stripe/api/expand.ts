import { findRow, type StripeState } from "../state.ts";
import { invalid } from "./stripe-error.ts";

type Fields = Record<string, unknown>;
const MAX_DEPTH = 4;
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null;

/** Stripe's `expand[]`: replaces the ids at the given paths (`payment_intent.latest_charge`) by their objects. */
export function expandAll(state: StripeState, reply: object, paths: string[]): object {
  const copy = structuredClone(reply);
  for (const path of paths) {
    const fields = path.split(".");
    if (fields.length > MAX_DEPTH)
      throw invalid("You cannot expand more than 4 levels of a property.", "expand");
    expandPath(state, copy, fields, path);
  }
  return copy;
}

function expandPath(state: StripeState, target: unknown, fields: string[], path: string): void {
  if (Array.isArray(target)) {
    for (const item of target) expandPath(state, item, fields, path);
    return;
  }
  const [field, ...rest] = fields;
  if (field === undefined || !isObject(target)) return;
  if (target.object !== "list" || field !== "data") target[field] = expandField(state, target, field, path);
  expandPath(state, target[field], rest, path);
}

function expandField(state: StripeState, target: Fields, field: string, path: string): unknown {
  if (target.object === "checkout.session" && field === "line_items")
    return lineItems(state, String(target.id));
  const value = target[field];
  if (value === null || isObject(value)) return value;
  const object = typeof value === "string" ? findObject(state, value) : null;
  if (!object) throw invalid(`This property cannot be expanded (${path}).`, "expand");
  return structuredClone(object);
}

function findObject(state: StripeState, id: string): object | null {
  const tables = [
    state.paymentIntents,
    state.charges,
    state.refunds,
    state.disputes,
    state.customers,
    state.paymentMethods,
    state.setupIntents,
    state.invoices,
  ];
  return tables.map((table) => findRow<object>(table, id)).find((row) => row !== null) ?? null;
}

function lineItems(state: StripeState, sessionId: string): object {
  const data = structuredClone(findRow(state.sessions, sessionId)?.lineItems ?? []);
  return { object: "list", url: `/v1/checkout/sessions/${sessionId}/line_items`, has_more: false, data };
}
