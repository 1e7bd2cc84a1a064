import { type Context, Hono } from "hono";
import { invitationRequest } from "#core/contract/identity.ts";
import { completionRequest } from "#core/contract/payments.ts";
import { getBalance } from "#core/services/balance/get-balance.ts";
import type { SessionCaller } from "#core/services/identity/session-checks.ts";
import { inviteUser } from "#core/services/invitations/invite-user.ts";
import { completePayment } from "#core/services/payments/complete-payment.ts";
import { getRunway } from "#core/services/runway/get-runway.ts";
import { endSession } from "#core/services/sessions/end-session.ts";
import { listSessions } from "#core/services/sessions/list-sessions.ts";
import { getSubscription } from "#core/services/subscription/get-subscription.ts";
import type { SignedInEnv } from "../api-env.ts";
import { checkedLikeReads, signedIn } from "../middleware/signed-in.ts";
import { jsonBody } from "../validation.ts";

/** Signing oneself out never needs more than the session itself. */
const isOwnSession = (c: Context, { sessionId }: SessionCaller) =>
  c.req.path.endsWith(`/sessions/${sessionId}`);

export const accountRoutes = new Hono<SignedInEnv>()
  .use(signedIn)
  .get("/balance", async (c) => c.json(await getBalance(c.var.ctx)))
  .get("/runway", async (c) => c.json(await getRunway(c.var.ctx)))
  .get("/subscription", async (c) => c.json(await getSubscription(c.var.ctx)))
  .post("/payment-link-completion", jsonBody(completionRequest), async (c) =>
    c.json(await completePayment(c.var.ctx, c.req.valid("json"))),
  )
  .post("/invitations", jsonBody(invitationRequest), async (c) =>
    c.json(await inviteUser(c.var.ctx, c.req.valid("json")), 202),
  )
  .get("/sessions", async (c) => c.json(await listSessions(c.var.ctx)))
  .delete("/sessions/:id", checkedLikeReads(isOwnSession), async (c) =>
    c.json(await endSession(c.var.ctx, { id: c.req.param("id") })),
  );
