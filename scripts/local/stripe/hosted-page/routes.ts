import type { App } from "../api/define-api.ts";
import type { Emulation } from "../emulation.ts";
import { attemptPayment, settleAsyncPayment } from "../money/payments.ts";
import { currentSession } from "../money/sessions.ts";
import { declineMessage } from "../money/test-methods.ts";
import type { StoredSession } from "../objects.ts";
import { findRow } from "../state.ts";
import { checkoutPage } from "./checkout-page.ts";
import { closedPage, successUrl, unknownPage } from "./closed-page.ts";
import { PAGE_HEADERS } from "./layout.ts";

interface PageOptions {
  app: App;
  emulation: Emulation;
  save: () => Promise<void>;
}

/** The page a checkout session's `url` leads to. */
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
    const markup = open ? checkoutPage(stored, declined) : closedPage(stored.session, isProcessing(stored));
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
      const attempt = { number: form.get("number") ?? "", email: form.get("email") ?? "" };
      const outcome = await attemptPayment(emulation, stored, attempt);
      await save();
      if (outcome.kind === "declined") return c.redirect(`${here}?declined=${outcome.declineCode}`, 303);
    }
    return c.redirect(session.status === "complete" ? successUrl(session) : here, 303);
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
