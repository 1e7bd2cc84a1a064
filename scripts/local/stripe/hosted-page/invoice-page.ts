import { html } from "hono/html";
import type { Invoice } from "../objects.ts";
import { formatMinor } from "./checkout-page.ts";
import { sentencePage } from "./closed-page.ts";
import { type Html, page } from "./layout.ts";

/** The page behind an invoice's address; also in place of its PDF. */
export function invoicePage(invoice: Invoice): string {
  const { currency, total, total_taxes, customer_tax_ids, customer_email } = invoice;
  const money = (minor: number) => formatMinor(minor, currency);
  return page(
    `Invoice ${invoice.number}`,
    html`<main class="narrow"><div class="card">
<h1 class="sentence">Invoice ${invoice.number}</h1>
<p>Paid on ${new Date(invoice.created * 1000).toISOString().slice(0, 10)} by ${customer_email}</p>
<ul class="items">
${item(invoice.description, money(total))}
${total_taxes?.map(({ amount }) => item("Includes tax", money(amount)))}
${customer_tax_ids.map(({ value }) => item("Tax ID", value))}
${item("Amount paid", money(invoice.amount_paid))}
</ul></div></main>`,
  );
}

export const unknownInvoicePage = () =>
  sentencePage("Invoice not found", "This address belongs to no invoice on this machine.", null);

const item = (label: string, value: string): Html =>
  html`<li><span>${label}</span><span>${value}</span></li>`;
