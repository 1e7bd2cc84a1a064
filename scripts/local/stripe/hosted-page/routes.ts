import type { App } from "../api/define-api.ts";
import type { Emulation } from "../emulation.ts";
import { authenticate } from "../money/intents.ts";
import { findInvoice } from "../money/invoices.ts";
import { attemptPayment, confirmPayment, settleAsyncPayment } from "../money/payments.ts";
import { currentSession } from "../money/sessions.ts";
import { declineMessage } from "../money/test-methods.ts";
import type { StoredSession } from "../objects.ts";
import { findRow } from "../state.ts";
import { actionOf, checkoutPage, formatMinor } from "./checkout-page.ts";
import { authenticatedPage, authenticationPage, closedPage, successUrl, unknownPage } from "./closed-page.ts";
import { invoicePage, unknownInvoicePage } from "./invoice-page.ts";
import { PAGE_HEADERS } from "./layout.ts";

interface PageOptions {
  app: App;
  emulation: Emulation;
  save: () => Promise<void>;
}

const BANK = "/bank";
const isConfirmed = async (body: Promise<string>) =>
  new URLSearchParams(await body).get("outcome") === "confirmed";

/** The page a checkout session's `url` leads to, and the bank's pages. */
export function defineHostedPage({ app, emulation, save }: PageOptions): void {
  const { state } = emulation;
  const find = async (id: string): Promise<StoredSession | null> =>
    findRow(state.sessions, id) && currentSession(emulation, id);
  const isProcessing = ({ session }: StoredSession) =>
    findRow(state.paymentIntents, session.payment_intent ?? "")?.status === "processing";

  app.get("/c/pay/:id", async (c) => {
    const stored = await find(c.req.param("id"));
    if (!stored) return c.html(unknownPage(), 404, PAGE_HEADERS);
    const declined = declineMessage(c.req.query("declined") ?? null);
    const open = stored.session.status === "open";
    const bank = stored.unconfirmed && authenticationPage(actionOf(stored.session), c.req.path + BANK);
    const form = () => bank || checkoutPage(stored, declined);
    const markup = open ? form() : closedPage(stored.session, isProcessing(stored));
    return c.html(markup, 200, PAGE_HEADERS);
  });

  app.post("/c/pay/:id", async (c) => {
    const stored = await find(c.req.param("id"));
    if (!stored) return c.html(unknownPage(), 404, PAGE_HEADERS);
    const { session } = stored;
    const here = `/c/pay/${session.id}`;
    const form = new URLSearchParams(await c.req.text());
    // On a double click, the second request finds the session closed and redirects to the same URL.
    if (session.status === "open") {
      const field = (name: string) => (form.get(name) ?? "").trim();
      const attempt = { number: field("number"), email: field("email"), taxId: field("tax_id") };
      const outcome = await attemptPayment(emulation, stored, attempt);
      await save();
      if (outcome.kind === "declined") return c.redirect(`${here}?declined=${outcome.declineCode}`, 303);
    }
    return c.redirect(session.status === "complete" ? successUrl(session) : here, 303);
  });

  app.post(`/c/pay/:id${BANK}`, async (c) => {
    const stored = await find(c.req.param("id"));
    if (!stored) return c.html(unknownPage(), 404, PAGE_HEADERS);
    const outcome = await confirmPayment(emulation, stored, await isConfirmed(c.req.text()));
    await save();
    const { session } = stored;
    const here = `/c/pay/${session.id}`;
    if (outcome.kind === "declined") return c.redirect(`${here}?declined=${outcome.declineCode}`, 303);
    return c.redirect(session.status === "complete" ? successUrl(session) : here, 303);
  });

  for (const path of ["/i/:token", "/i/:token/pdf"])
    app.get(path, (c) => {
      const invoice = findInvoice(state, emulation.baseUrl + c.req.path);
      return invoice
        ? c.html(invoicePage(invoice), 200, PAGE_HEADERS)
        : c.html(unknownInvoicePage(), 404, PAGE_HEADERS);
    });

  const findUnconfirmed = (id: string, secret: string | undefined) => {
    const intent = findRow(state.paymentIntents, id);
    return intent?.client_secret === secret ? intent : null;
  };
  app.get("/redirect/authenticate/:id", (c) => {
    const intent = findUnconfirmed(c.req.param("id"), c.req.query("client_secret"));
    if (!intent) return c.html(unknownPage(), 404, PAGE_HEADERS);
    const { amount, currency, status } = intent;
    if (status !== "requires_action") return c.html(authenticatedPage(), 200, PAGE_HEADERS);
    const { pathname, search } = new URL(c.req.url);
    return c.html(
      authenticationPage(`Pay ${formatMinor(amount, currency)}`, pathname + search),
      200,
      PAGE_HEADERS,
    );
  });
  app.post("/redirect/authenticate/:id", async (c) => {
    const intent = findUnconfirmed(c.req.param("id"), c.req.query("client_secret"));
    if (!intent) return c.html(unknownPage(), 404, PAGE_HEADERS);
    if (intent.status !== "requires_action") return c.html(authenticatedPage(), 200, PAGE_HEADERS);
    const back = await authenticate(emulation, intent, await isConfirmed(c.req.text()));
    await save();
    return c.redirect(back, 303);
  });

  app.post("/c/pay/:id/settle", async (c) => {
    const stored = await find(c.req.param("id"));
    if (!stored) return c.html(unknownPage(), 404, PAGE_HEADERS);
    const outcome = new URLSearchParams(await c.req.text()).get("outcome");
    if (isProcessing(stored)) {
      await settleAsyncPayment(emulation, stored, outcome === "succeeded" ? "succeeded" : "failed");
      await save();
    }
    return c.redirect(`/c/pay/${stored.session.id}`, 303);
  });
}
