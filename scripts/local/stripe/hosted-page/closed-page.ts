import { html } from "hono/html";
import type { CheckoutSession } from "../objects.ts";
import { formatMinor } from "./checkout-page.ts";
import { type Html, page } from "./layout.ts";

/** The URL a payer returns to after paying. */
export const successUrl = (session: CheckoutSession) =>
  session.success_url.replaceAll("{CHECKOUT_SESSION_ID}", session.id);

/** The page of a session that can no longer be paid: paid, processing, failed or expired. */
export function closedPage(session: CheckoutSession, processing: boolean): string {
  if (session.status === "expired") return expiredPage(session);
  if (session.mode === "setup")
    return sentencePage("Card saved", "This page has done its work and can’t be used again.", goOn(session));
  const total = formatMinor(session.amount_total ?? 0, session.currency ?? "usd");
  if (processing) return processingPage(session, total);
  if (session.payment_status === "paid")
    return sentencePage(
      "Payment complete",
      `${total} is paid. This checkout cannot be paid again.`,
      goOn(session),
    );
  return sentencePage(
    "Payment failed",
    "The bank debit did not go through, and nothing was paid.",
    goOn(session),
  );
}

export const unknownPage = () =>
  sentencePage("Checkout not found", "This address belongs to no checkout on this machine.", null);

/** The bank's page of a card that wants its owner's confirmation, for a checkout or a charge. */
export const authenticationPage = (what: string, action: string) =>
  sentencePage(
    "Confirm with your bank",
    `A real bank would ask for a code or its app now: ${what}.`,
    html`<form method="post" action="${action}" class="pair">
<button type="submit" name="outcome" value="confirmed">Confirm</button>
<button type="submit" name="outcome" value="refused" class="secondary">Refuse</button>
</form>`,
  );

export const authenticatedPage = () =>
  sentencePage("Nothing to confirm", "This payment doesn’t need a confirmation any more.", null);

const expiredPage = (session: CheckoutSession) =>
  sentencePage(
    "Checkout expired",
    "It was not paid in time, and nothing was charged.",
    session.cancel_url && html`<p><a href="${session.cancel_url}">Go back</a></p>`,
  );

const goOn = (session: CheckoutSession): Html => html`<p><a href="${successUrl(session)}">Continue</a></p>`;

const processingPage = (session: CheckoutSession, total: string) =>
  sentencePage(
    "Bank debit on its way",
    `A real bank takes days to settle ${total}. Here you decide how it ends.`,
    html`<form method="post" action="/c/pay/${session.id}/settle" class="pair">
<button type="submit" name="outcome" value="succeeded">Settle it</button>
<button type="submit" name="outcome" value="failed" class="secondary">Let it fail</button>
</form>
${goOn(session)}`,
  );

/** A heading, a sentence, and what follows. */
export const sentencePage = (title: string, text: string, more: Html | string | null) =>
  page(
    title,
    html`<main class="narrow"><div class="card"><h1 class="sentence">${title}</h1><p>${text}</p>${more}</div></main>`,
  );
