import { html } from "hono/html";
import { TEST_METHODS, type TestMethod } from "../money/test-methods.ts";
import type { LineItem, StoredSession } from "../objects.ts";
import { type Html, page } from "./layout.ts";

const LOCALES: Record<string, string> = { usd: "en-US", inr: "en-IN" };

export const formatMinor = (amountMinor: number, currency: string) =>
  new Intl.NumberFormat(LOCALES[currency] ?? "en", { style: "currency", currency }).format(amountMinor / 100);

/** The form that pays an open session. `declined` is the message of the attempt before. */
export function checkoutPage({ session, lineItems }: StoredSession, declined: string | null): string {
  const total = formatMinor(session.amount_total, session.currency);
  return page(
    `Pay ${total}`,
    html`<main>
<section aria-labelledby="total">
<p class="quiet">Amount due</p>
<h1 id="total">${total}</h1>
<ul class="items">${lineItems.map(lineItem)}</ul>
</section>
<form method="post" class="card">
<h2>Pay with a test method</h2>
${declined && html`<p class="alert" role="alert" tabindex="-1" autofocus>${declined} Choose another method and try again.</p>`}
<label class="field">Email
<input type="email" name="email" required maxlength="512" autocomplete="email" value="${session.customer_email}">
</label>
<fieldset>
<legend>Payment method</legend>
${TEST_METHODS.map(methodChoice)}
</fieldset>
<button type="submit">Pay ${total}</button>
${session.cancel_url && html`<p class="quiet"><a href="${session.cancel_url}">Cancel and go back</a></p>`}
</form>
</main>`,
  );
}

const lineItem = (item: LineItem): Html =>
  html`<li><span>${item.description} × ${item.quantity}</span><span>${formatMinor(item.amount_total, item.currency)}</span></li>`;

const methodChoice = (method: TestMethod, index: number): Html =>
  html`<label class="method"><input type="radio" name="number" value="${method.number}" required${
    index === 0 ? html` checked` : null
  }><span>${method.label}</span><code>${method.hint}</code></label>`;
