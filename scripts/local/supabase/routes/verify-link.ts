import { Hono } from "hono";
import { withAccessToken } from "../access-token.ts";
import type { SupabaseContext } from "../context.ts";
import { AuthFailure, validationFailed } from "../errors.ts";
import { isVerificationType, redeem } from "../redeem.ts";
import { redirectTarget } from "../redirects.ts";
import { HALF_CONFIRMED } from "./email-links.ts";

const ERRORS: Record<number, string> = {
  400: "invalid_request",
  401: "unauthorized_client",
  403: "access_denied",
};

/** Links made by `generateLink`. They are opened by navigation, so without a project key; the result is in the hash. */
export function verifyLinkRoutes(ctx: SupabaseContext) {
  return new Hono().get("/verify", async (c) => {
    const { token, type = "" } = c.req.query();
    if (!token) throw validationFailed("Verify requires a token or a token hash");
    const target = new URL(await redirectTarget(ctx, c));
    target.hash = new URLSearchParams({ ...(await outcome(ctx, type, token)), sb: "" }).toString();
    c.header("Cache-Control", "no-store");
    return c.redirect(target.href, 303);
  });
}

async function outcome(ctx: SupabaseContext, type: string, hash: string): Promise<Record<string, string>> {
  try {
    if (!isVerificationType(type)) throw validationFailed("Invalid email verification type");
    const redeemed = await redeem(ctx, type, { hash });
    if (redeemed === "half") return { message: HALF_CONFIRMED.msg };
    const session = await withAccessToken(ctx, redeemed, "otp");
    return {
      access_token: session.access_token,
      expires_at: String(session.expires_at),
      expires_in: String(session.expires_in),
      refresh_token: session.refresh_token,
      token_type: session.token_type,
      type,
    };
  } catch (error) {
    if (!(error instanceof AuthFailure)) throw error;
    const { status, code, message } = error;
    return { ...(ERRORS[status] && { error: ERRORS[status] }), error_code: code, error_description: message };
  }
}
