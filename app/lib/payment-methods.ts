import type { Receipt, ReceiptResponse } from "#core/contract/payments.ts";

const BRANDS: Record<string, string> = {
  amex: "American Express",
  cartes_bancaires: "Cartes Bancaires",
  diners: "Diners Club",
  jcb: "JCB",
  mastercard: "Mastercard",
  unionpay: "UnionPay",
  unknown: "Card",
  visa: "Visa",
};
/** A brand that is new to us by the payment provider's name for it. */
const brandName = (brand: string) => BRANDS[brand] ?? brand.charAt(0).toUpperCase() + brand.slice(1);

/** `Visa •••• 4242` */
export const cardName = ({ brand, last4 }: { brand: string; last4: string }) =>
  `${brandName(brand)} •••• ${last4}`;

/** Within a sentence. */
const METHODS: Record<string, string> = {
  link: "Link",
  paypal: "PayPal",
  sepa_debit: "SEPA debit",
  upi: "UPI",
  us_bank_account: "bank account",
};

type Method = NonNullable<ReceiptResponse["payment_method"]>;

/** `Visa •••• 4242`, `Bank account •••• 6789`; a method that is new to us by the payment provider's name for it. */
export function methodText(method: Method): string {
  const text = methodWithin(method);
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function methodWithin({ type, brand, last4 }: Method): string {
  if (brand !== null && last4 !== null) return cardName({ brand, last4 });
  const name = METHODS[type] ?? type.replaceAll("_", " ");
  return last4 === null ? name : `${name} •••• ${last4}`;
}

/** `your bank account`, for a payment on its way: cards pay at once. */
export const sourceText = (method: Method | null) =>
  method === null || BANK_METHODS.includes(method.type) ? "your bank account" : methodWithin(method);
const BANK_METHODS = ["us_bank_account", "sepa_debit", "bacs_debit"];

/** `Top-up, Visa •••• 4242` */
export function paymentTitle({ product, description, payment_method }: Receipt): string {
  const title = product === "balance" ? "Top-up" : description;
  return payment_method === null ? title : `${title}, ${methodWithin(payment_method)}`;
}
