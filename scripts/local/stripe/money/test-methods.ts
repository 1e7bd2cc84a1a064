interface Declined {
  declineCode: string;
  message: string;
}
type Result = "paid" | Declined;

export interface TestCard {
  number: string;
  label: string;
  hint: string;
  /** ISO 3166 code of the issuer. */
  country: string;
  /** The payment, once the bank has confirmed it if it wants to. */
  outcome: Result;
  /** Saving the card, likewise. */
  setup: Result;
  /** When the bank wants its owner to confirm: never, unless the card was set up with a confirmation, or always. */
  confirms: "never" | "unless_set_up" | "always";
}

const DECLINED: Declined = { declineCode: "generic_decline", message: "Your card was declined." };
const NO_FUNDS: Declined = {
  declineCode: "insufficient_funds",
  message: "Your card has insufficient funds.",
};
const PAYS = { country: "US", outcome: "paid", setup: "paid", confirms: "never" } as const;

/** Stripe's own test numbers (https://docs.stripe.com/testing). */
export const TEST_CARDS: readonly TestCard[] = [
  { ...PAYS, number: "4242424242424242", label: "Card that pays", hint: "4242 4242 4242 4242" },
  {
    ...PAYS,
    number: "4000000000000002",
    label: "Declined card",
    hint: "4000 0000 0000 0002",
    outcome: DECLINED,
    setup: DECLINED,
  },
  {
    ...PAYS,
    number: "4000000000009995",
    label: "Card without funds",
    hint: "4000 0000 0000 9995",
    outcome: NO_FUNDS,
    setup: NO_FUNDS,
  },
  {
    ...PAYS,
    number: "4000000000000341",
    label: "Saved, then declined",
    hint: "4000 0000 0000 0341",
    outcome: DECLINED,
  },
  {
    ...PAYS,
    number: "4000008260003178",
    label: "Saved, then without funds",
    hint: "4000 0082 6000 3178",
    outcome: NO_FUNDS,
    confirms: "unless_set_up",
  },
  {
    ...PAYS,
    number: "4000002500003155",
    label: "Confirmed when saved",
    hint: "4000 0025 0000 3155",
    confirms: "unless_set_up",
  },
  {
    ...PAYS,
    number: "4000002760003184",
    label: "Confirmed each time",
    hint: "4000 0027 6000 3184",
    confirms: "always",
  },
  {
    ...PAYS,
    number: "4000003560000008",
    label: "Card from India",
    hint: "4000 0035 6000 0008",
    country: "IN",
  },
];

/** Pays later, and can't be saved. */
export const BANK_DEBIT = {
  number: "000123456789",
  label: "Bank debit, settled later",
  hint: "0001 2345 6789",
} as const;

/** Spaces do not count. Any other number is a declined card. */
export function cardOf(number: string): TestCard {
  const digits = number.replaceAll(" ", "");
  const known = TEST_CARDS.find((card) => card.number === digits);
  return known ?? { ...PAYS, number: digits, label: "", hint: "", outcome: DECLINED, setup: DECLINED };
}

/** The message shown for a decline code, if the code is a known one. */
export const declineMessage = (code: string | null): string | null => {
  if (code === "not_confirmed") return "The bank did not confirm it.";
  return [DECLINED, NO_FUNDS].find(({ declineCode }) => declineCode === code)?.message ?? null;
};
