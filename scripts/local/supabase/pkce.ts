import { createHash, timingSafeEqual } from "node:crypto";
import { beginSession } from "./begin-session.ts";
import type { SupabaseContext } from "./context.ts";
import { AuthFailure, validationFailed } from "./errors.ts";
import type { LiteSession } from "./lite-internals.ts";
import { takeCode } from "./oauth-flow.ts";

const S256_FORM = /^[A-Za-z0-9_-]{43}$/;

/** The challenge of a round trip. It is required, because without one a stolen code would be enough. */
export function readChallenge(challenge = "", method = ""): string {
  if (!challenge || !method)
    throw validationFailed("PKCE flow requires code_challenge_method and code_challenge");
  if (method.toLowerCase() !== "s256")
    throw validationFailed("Only the code challenge method S256 is supported");
  if (!S256_FORM.test(challenge)) throw validationFailed("The code challenge is not an S256 one");
  return challenge;
}

/** Trades the code of a finished round trip, and the verifier it was begun with, for a session. Once. */
export async function exchangeCode(
  ctx: SupabaseContext,
  { authCode, codeVerifier }: { authCode: string; codeVerifier: string },
): Promise<LiteSession> {
  if (!authCode || !codeVerifier)
    throw validationFailed("invalid request: both auth code and code verifier should be non-empty");
  // Also a wrong verifier uses the code up: whoever holds one without the other gets a single try.
  const granted = takeCode(ctx.store, authCode);
  if (!granted) throw flowNotFound();
  if (granted.expired)
    throw new AuthFailure(403, "flow_state_expired", "invalid flow state, flow state has expired");
  if (!isVerifierOf(granted.codeChallenge, codeVerifier))
    throw new AuthFailure(
      400,
      "bad_code_verifier",
      "code challenge does not match previously saved code verifier",
    );
  const { repo } = await ctx.lite.auth();
  if (!(await repo.findUserById(granted.userId))) throw flowNotFound();
  return beginSession(ctx, granted.userId);
}

const flowNotFound = () =>
  new AuthFailure(404, "flow_state_not_found", "invalid flow state, no valid flow state found");

function isVerifierOf(challenge: string, verifier: string): boolean {
  const expected = Buffer.from(challenge, "base64url");
  const given = createHash("sha256").update(verifier).digest();
  return expected.length === given.length && timingSafeEqual(expected, given);
}
