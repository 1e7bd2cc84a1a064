import { Hono } from "hono";
import { renderSVG } from "uqr";
import { z } from "zod";
import { authenticatorUri } from "../authenticator-code.ts";
import type { SupabaseContext } from "../context.ts";
import { AuthFailure, validationFailed } from "../errors.ts";
import { addChallenge } from "../factor-challenges.ts";
import { requireRoomForFactor } from "../factor-enrolment.ts";
import { proveFactor } from "../factor-proof.ts";
import { lowerSessions, raiseSession } from "../factor-sessions.ts";
import { addFactor, findFactor, removeFactor } from "../factors.ts";
import { readBody, requireCaller } from "../request.ts";

/** White modules around a QR code that readers rely on, also on a dark page (ISO/IEC 18004). */
const QUIET_ZONE = 4;
const enrolment = z.object({
  factor_type: z.string().max(20).default(""),
  friendly_name: z.string().max(100).nullish(),
  issuer: z.string().max(100).nullish(),
});
const verification = z.object({ challenge_id: z.string().max(64), code: z.string().trim().max(64) });

/** Enrol, challenge, verify and remove a second factor. */
export function factorRoutes(ctx: SupabaseContext) {
  const { lite, store } = ctx;
  return new Hono()
    .post("/factors", async (c) => {
      const caller = await requireCaller(ctx, c);
      const { factor_type, friendly_name, issuer } = await readBody(c, enrolment);
      requireTotp(factor_type);
      const friendlyName = friendly_name ?? "";
      const user = await (await lite.auth()).getUser(caller.userId);
      requireRoomForFactor(store, caller, friendlyName);
      const { id, secret } = addFactor(store, { userId: user.id, friendlyName });
      const uri = authenticatorUri({
        secret,
        issuer: issuer || new URL(ctx.siteUrl).host,
        label: user.email ?? "",
      });
      const totp = { qr_code: renderSVG(uri, { border: QUIET_ZONE }), secret, uri };
      return c.json({ id, type: "totp", friendly_name: friendlyName, totp });
    })
    .post("/factors/:id/challenge", async (c) => {
      const { userId } = await requireCaller(ctx, c);
      const factor = findFactor(store, userId, c.req.param("id"));
      return c.json({ type: "totp", ...addChallenge(store, factor.id) });
    })
    .post("/factors/:id/verify", (c) =>
      lite.inTurn(async () => {
        const caller = await requireCaller(ctx, c);
        const { challenge_id, code } = await readBody(c, verification);
        if (code === "") throw validationFailed("Code needs to be non-empty");
        const factor = findFactor(store, caller.userId, c.req.param("id"));
        proveFactor(store, factor, { challengeId: challenge_id, code });
        return c.json(await raiseSession(ctx, caller, factor.id));
      }),
    )
    .delete("/factors/:id", (c) =>
      lite.inTurn(async () => {
        const { userId, assurance } = await requireCaller(ctx, c);
        const { id, status } = findFactor(store, userId, c.req.param("id"));
        if (status === "verified" && assurance !== "aal2")
          throw new AuthFailure(422, "insufficient_aal", "AAL2 required to unenroll verified factor");
        removeFactor(store, id);
        await lowerSessions(ctx, userId, id);
        return c.json({ id });
      }),
    );
}

function requireTotp(factorType: string): void {
  if (factorType === "phone")
    throw new AuthFailure(422, "mfa_phone_enroll_not_enabled", "MFA enroll is disabled for Phone");
  if (factorType === "webauthn")
    throw new AuthFailure(422, "mfa_webauthn_enroll_not_enabled", "MFA enroll is disabled for WebAuthn");
  if (factorType !== "totp") throw validationFailed("factor_type needs to be totp, phone, or webauthn");
}
