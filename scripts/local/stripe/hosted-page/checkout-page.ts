import { html } from "hono/html";
import { TAX_PERCENT } from "../money/invoicing.ts";
import { BANK_DEBIT, TEST_CARDS } from "../money/test-methods.ts";
import type { CheckoutSession, LineItem, StoredSession } from "../objects.ts";
import { type Html, page } from "./layout.ts";

const LOCALES: Record<string, string> = { usd: "en-US", inr: "en-IN" };

/** What the button of a session's page does. */
export const actionOf = ({ mode, amount_total, currency }: CheckoutSession) =>
  mode === "setup" ? "Save card" : `Pay ${formatMinor(amount_total ?? 0, currency ?? "usd")}`;

export const formatMinor = (amountMinor: number, currency: string) =>
  new Intl.NumberFormat(LOCALES[currency] ?? "en", { style: "currency", currency }).format(amountMinor / 100);

/** The form that pays an open session. `declined` is the message of the attempt before. */
export function checkoutPage({ session, lineItems }: StoredSession, declined: string | null): string {
  const action = actionOf(session);
  const consent = session.custom_text?.submit?.message ?? null;
  const methods = session.mode === "setup" ? TEST_CARDS : [...TEST_CARDS, BANK_DEBIT];
  return page(
    action,
    html`<main>
${session.mode === "setup" ? setupHeading : dueHeading(session, lineItems)}
<form method="post" class="card">
<h2>${session.mode === "setup" ? "Save a test card" : "Pay with a test method"}</h2>
${declined && html`<p class="alert" role="alert" tabindex="-1" autofocus>${declined} Choose another method and try again.</p>`}
<label class="field">Email
<input type="email" name="email" required maxlength="512" autocomplete="email" value="${session.customer_email ?? ""}">
</label>
${session.tax_id_collection.enabled && taxIdField}
<fieldset>
<legend>Payment method</legend>
${methods.map(methodChoice)}
</fieldset>
${consent && html`<p class="quiet">${consent}</p>`}
<button type="submit">${action}</button>
${session.cancel_url && html`<p class="quiet"><a href="${session.cancel_url}">Cancel and go back</a></p>`}
</form>
</main>`,
  );
}

const taxIdField = html`<label class="field">Tax ID (optional, for businesses)
<input type="text" name="tax_id" maxlength="50" autocomplete="off">
</label>`;

const setupHeading = html`<section><p class="quiet">Nothing is charged now</p><h1>Save a card</h1></section>`;

const dueHeading = (
  { amount_total, currency, automatic_tax, total_details }: CheckoutSession,
  lineItems: LineItem[],
): Html =>
  html`<section aria-labelledby="total">
<p class="quiet">Amount due</p>
<h1 id="total">${formatMinor(amount_total ?? 0, currency ?? "usd")}</h1>
<ul class="items">${lineItems.map(lineItem)}${
    automatic_tax.enabled && taxLine(formatMinor(total_details?.amount_tax ?? 0, currency ?? "usd"))
  }</ul>
</section>`;

const lineItem = (item: LineItem): Html =>
  html`<li><span>${item.description} × ${item.quantity}</span><span>${formatMinor(item.amount_total, item.currency)}</span></li>`;

const taxLine = (amount: string): Html =>
  html`<li><span>Includes ${TAX_PERCENT}% tax</span><span>${amount}</span></li>`;

const methodChoice = (method: { number: string; label: string; hint: string }, index: number): Html =>
  html`<label class="method"><input type="radio" name="number" value="${method.number}" required${
    index === 0 ? html` checked` : null
  }><span>${method.label}</span><code>${method.hint}</code></label>`;
