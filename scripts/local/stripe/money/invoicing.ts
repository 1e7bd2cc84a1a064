import type { FormReader } from "../api/form.ts";
import { invalid } from "../api/stripe-error.ts";
import type { CheckoutSession, LineItem } from "../objects.ts";
import { totalOf } from "./line-items.ts";

/** An example rate, in percent. Stripe's depends on where seller and payer are. */
export const TAX_PERCENT = 18;

/** Tax within an amount that includes it, in minor units. */
const includedTax = (total: number) => Math.round((total * TAX_PERCENT) / (100 + TAX_PERCENT));

type InvoicingFields =
  | "automatic_tax"
  | "invoice"
  | "invoice_creation"
  | "tax_id_collection"
  | "total_details";

/** Reads what a new session says about invoices and tax, with Stripe's refusals. */
export function readInvoicing(
  body: FormReader,
  { mode, customer, lineItems }: Pick<CheckoutSession, "mode" | "customer"> & { lineItems: LineItem[] },
): Pick<CheckoutSession, InvoicingFields> {
  const creation = body.child("invoice_creation");
  const creates = isEnabled(creation);
  const taxed = isEnabled(body.child("automatic_tax"));
  const asksTaxId = isEnabled(body.child("tax_id_collection"));
  if (creates && mode !== "payment")
    throw invalid(
      "You can only enable invoice creation when `mode` is set to `payment`.",
      "invoice_creation",
    );
  if (taxed && mode !== "payment") throw invalid("This emulator has no tax in setup mode.", "automatic_tax");
  if (taxed && lineItems.some(({ price }) => price.tax_behavior !== "inclusive"))
    throw invalid("This emulator needs prices that include their tax.", "line_items");
  requireCustomerUpdate(body, { customer, taxed, asksTaxId });
  const metadata = creation.child("invoice_data").metadata("metadata");
  return {
    automatic_tax: { enabled: taxed, status: taxed ? "complete" : null },
    invoice: null,
    invoice_creation: mode === "payment" ? { enabled: creates, invoice_data: { metadata } } : null,
    tax_id_collection: { enabled: asksTaxId },
    total_details: mode === "setup" ? null : totalDetails(taxed ? includedTax(totalOf(lineItems)) : 0),
  };
}

const isEnabled = (section: FormReader): boolean => {
  const enabled = section.text("enabled");
  if (enabled !== null && enabled !== "true" && enabled !== "false")
    throw invalid(`Invalid boolean: ${enabled}`, section.full("enabled"));
  return enabled === "true";
};

const totalDetails = (amount_tax: number) =>
  ({ amount_discount: 0, amount_shipping: 0, amount_tax }) as const;

/** Stripe stores the address and the name of a known customer only if the session says so, and needs them for tax. */
function requireCustomerUpdate(
  body: FormReader,
  { customer, taxed, asksTaxId }: { customer: string | null; taxed: boolean; asksTaxId: boolean },
): void {
  if (customer === null && body.has("customer_update"))
    throw invalid("`customer_update` can only be used with `customer`.", "customer_update");
  if (customer === null) return;
  const update = body.child("customer_update");
  if (taxed && update.text("address") !== "auto")
    throw invalid(
      "Automatic tax calculation in Checkout requires a valid address on the Customer. Add a valid address to the Customer or set either `customer_update[address]` to 'auto' or `customer_update[shipping]` to 'auto' to save the address entered in Checkout to the Customer.",
      "automatic_tax",
      "customer_tax_location_invalid",
    );
  if (asksTaxId && update.text("name") !== "auto")
    throw invalid(
      "Tax ID collection requires updating business name on the customer. To enable tax ID collection for an existing customer, please set `customer_update[name]` to `auto`.",
      "tax_id_collection",
    );
}
