import fc from "fast-check";
import type { Fault } from "./faults.ts";

/** Actions of the outside world on a checkout; the product does not hear about them yet. */
const OUTSIDE = [
  "pay",
  "debit",
  "succeed",
  "fail",
  "expire",
  "refund",
  "refundAll",
  "failRefund",
  "inquire",
  "dispute",
  "win",
  "lose",
] as const;
/** Actions the product is asked to perform. */
const PRODUCT = [
  "open",
  "deliver",
  "deliverLast",
  "burst",
  "stale",
  "land",
  "grant",
  "takeBack",
  "spend",
  "book",
  "reconcile",
  "compareAll",
  "revokeKey",
  "revokeBetween",
  "wait",
] as const;

export type OutsideAct = (typeof OUTSIDE)[number];
export type ProductAct = (typeof PRODUCT)[number];

export interface Step {
  act: OutsideAct | ProductAct;
  /** Selects the checkout, event, adjustment or amount. */
  pick: number;
  /** Only a product action can be interrupted. */
  fault: Fault | null;
}

export interface Story {
  /** Checkouts that are open when it starts; some are already paid. */
  opened: { product: "balance" | "api_key"; paid: boolean }[];
  steps: Step[];
}

const fault = fc.record<Fault>({
  of: fc.constantFrom("database", "database", "provider"),
  call: fc.nat({ max: 6 }),
  at: fc.constantFrom("before", "after", "inside"),
});

const of = <Act extends Step["act"]>(weight: number, ...acts: Act[]) => ({
  weight,
  arbitrary: fc.constantFrom<Step["act"][]>(...acts),
});

/** The usual course of events more often than the rest, so that stories get far. */
const act = fc.oneof(
  of(5, "pay", "refund", "refundAll", "failRefund", "dispute", "win"),
  of(2, ...OUTSIDE),
  of(6, "deliver", "deliverLast", "burst"),
  of(4, ...PRODUCT),
);

export const story = fc.record<Story>({
  opened: fc.array(
    fc.record({ product: fc.constantFrom("balance", "api_key"), paid: fc.constantFrom(true, true, false) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  ),
  steps: fc.array(fc.record<Step>({ act, pick: fc.nat({ max: 11 }), fault: fc.option(fault, { freq: 3 }) }), {
    minLength: 3,
    maxLength: 14,
    size: "max",
  }),
});
