interface Declined {
  declineCode: string;
  message: string;
}
export interface TestMethod {
  number: string;
  label: string;
  hint: string;
  outcome: "paid" | "processing" | Declined;
}

/** The ways to pay on the hosted page, with Stripe's own test numbers. */
export const TEST_METHODS: readonly TestMethod[] = [
  { number: "4242424242424242", label: "Card that pays", hint: "4242 4242 4242 4242", outcome: "paid" },
  {
    number: "4000000000000002",
    label: "Declined card",
    hint: "4000 0000 0000 0002",
    outcome: { declineCode: "generic_decline", message: "Your card was declined." },
  },
  {
    number: "4000000000009995",
    label: "Card without funds",
    hint: "4000 0000 0000 9995",
    outcome: { declineCode: "insufficient_funds", message: "Your card has insufficient funds." },
  },
  {
    number: "000123456789",
    label: "Bank debit, settled later",
    hint: "0001 2345 6789",
    outcome: "processing",
  },
];

/** The message shown for a decline code, if the code is a known one. */
export function declineMessage(code: string | null): string | null {
  const outcomes = TEST_METHODS.map(({ outcome }) => outcome);
  return outcomes.find((outcome): outcome is Declined => isDecline(outcome, code))?.message ?? null;
}

const isDecline = (outcome: TestMethod["outcome"], code: string | null) =>
  typeof outcome === "object" && outcome.declineCode === code;
