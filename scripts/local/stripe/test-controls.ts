import { z } from "zod";
import type { App } from "./api/define-api.ts";
import type { Outage } from "./api/outage.ts";
import { invalid, StripeError } from "./api/stripe-error.ts";
import { type Courier, DELIVERY_MODES } from "./deliveries.ts";
import type { Emulation } from "./emulation.ts";
import { closeDispute, openDispute } from "./money/disputes.ts";
import { addEarlierPayments, type EarlierPayment } from "./money/intents.ts";
import { settleAsyncPayment } from "./money/payments.ts";
import { failRefund } from "./money/refunds.ts";
import { currentSession, expireSession } from "./money/sessions.ts";

interface ControlOptions {
  app: App;
  emulation: Emulation;
  courier: Courier;
  save: () => Promise<void>;
}
type Input = Record<string, unknown>;

/** Routes under `/_test` that make happen what a test cannot wait for. Bodies are JSON. */
export function defineTestControls({ app, emulation, courier, save }: ControlOptions): void {
  const { state } = emulation;
  const control = (path: string, act: (input: Input, id: string) => object | Promise<object>) =>
    app.post(`/_test${path}`, async (c) => {
      // JSON only: a form of some other web page must not reach these.
      if (!c.req.header("content-type")?.startsWith("application/json")) return c.text("JSON, please.", 415);
      try {
        const reply = await act(await c.req.json<Input>(), c.req.param().id ?? "");
        await save();
        return c.json(reply);
      } catch (error) {
        if (error instanceof StripeError) return c.json({ error: error.body }, error.status);
        throw error;
      }
    });

  app.get("/_test/deliveries", (c) => c.json(state.deliveries));
  control("/deliveries", ({ mode }) => {
    state.deliveries.mode = oneOf(mode, DELIVERY_MODES, "mode");
    return { mode: state.deliveries.mode };
  });
  control("/deliveries/flush", async ({ order = "sent" }) => {
    return { sent: await courier.flush(oneOf(order, ["sent", "reverse"], "order")) };
  });
  control("/outage", ({ kind, requests = 1 }) => {
    const remaining = Number(requests);
    if (!Number.isInteger(remaining) || remaining < 1) throw invalid("Must be 1 or more.", "requests");
    const outage: Outage = { kind: oneOf(kind, ["refused", "reply_lost"], "kind"), remaining };
    state.outage = outage;
    return outage;
  });
  control("/checkout/sessions/:id/settle", async ({ outcome }, id) => {
    const stored = await currentSession(emulation, id);
    await settleAsyncPayment(emulation, stored, oneOf(outcome, ["succeeded", "failed"], "outcome"));
    return stored.session;
  });
  control("/checkout/sessions/:id/expire", (_input, id) => expireSession(emulation, id));
  control("/refunds/:id/fail", (_input, id) => failRefund(emulation, id));
  control("/payments", ({ payments }) => ({
    added: addEarlierPayments(emulation, earlierPayments(payments)),
  }));
  control("/payment_intents/:id/dispute", async ({ outcome, inquiry = false }, id) => {
    const dispute = await openDispute(emulation, id, { inquiry: inquiry === true });
    if (outcome !== undefined)
      await closeDispute(emulation, dispute, oneOf(outcome, ["won", "lost"], "outcome"));
    return dispute;
  });
}

const earlierPayment = z.object({
  id: z.string().startsWith("pi_"),
  amount: z.int().positive(),
  currency: z.string(),
  created: z.int().positive(),
  metadata: z.record(z.string(), z.string()),
});

function earlierPayments(value: unknown): EarlierPayment[] {
  const { data, error } = z.array(earlierPayment).safeParse(value);
  if (error) throw invalid(z.prettifyError(error), "payments");
  return data;
}

function oneOf<Choice extends string>(value: unknown, choices: readonly Choice[], param: string): Choice {
  const found = choices.find((choice) => choice === value);
  if (found === undefined) throw invalid(`Must be one of ${choices.join(", ")}.`, param);
  return found;
}
