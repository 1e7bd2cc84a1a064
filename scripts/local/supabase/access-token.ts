import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import { assuranceOf, type Methods, provenBy, readMethods } from "./assurance.ts";
import type { Caller, SupabaseContext } from "./context.ts";
import { AuthFailure, badJwt } from "./errors.ts";
import { type LiteSession, sessionIdOf } from "./lite-internals.ts";
import { requestOrigin } from "./request-origin.ts";
import { viewUser } from "./user-view.ts";

const AUDIENCE = "authenticated";

/** Lite's session with its access token replaced by ours: ES256, and the claims of the hosted service. */
export async function withAccessToken(
  ctx: SupabaseContext,
  session: LiteSession,
  begunBy?: "password" | "otp" | "oauth",
): Promise<LiteSession> {
  const sessionId = sessionIdOf(session);
  const amr = await recordUse(ctx, sessionId, begunBy);
  const claims = {
    email: session.user.email,
    phone: session.user.phone,
    app_metadata: session.user.app_metadata,
    user_metadata: session.user.user_metadata,
    role: session.user.role,
    aal: assuranceOf(amr),
    amr,
    session_id: sessionId,
    is_anonymous: session.user.is_anonymous,
  };
  const token = await new SignJWT(claims)
    .setProtectedHeader({ alg: "ES256", kid: ctx.key.id, typ: "JWT" })
    .setIssuer(ctx.issuer)
    .setSubject(session.user.id)
    .setAudience(AUDIENCE)
    .setIssuedAt(session.expires_at - session.expires_in)
    .setExpirationTime(session.expires_at)
    .sign(ctx.key.privateKey);
  return { ...session, access_token: token, user: await viewUser(ctx, session.user.id) };
}

/** A session remembers how it was begun, so that a renewed token says the same, and who used it last. */
async function recordUse(
  { lite }: SupabaseContext,
  sessionId: string,
  begunBy: string | undefined,
): Promise<Methods> {
  const begun = begunBy === undefined ? null : [provenBy(begunBy, Date.now())];
  await lite.updateSession(sessionId, { ...requestOrigin(), ...(begun && { tag: JSON.stringify(begun) }) });
  return begun ?? readMethods((await (await lite.auth()).repo.findSessionById(sessionId))?.tag);
}

/**
 * The claims of a token this server signed and that still holds.
 * @throws AuthFailure `bad_jwt` for any other token, whatever its algorithm.
 */
export async function verifyAccessToken(ctx: SupabaseContext, token: string): Promise<JWTPayload> {
  try {
    const { payload } = await jwtVerify(token, ctx.key.publicKey, {
      algorithms: ["ES256"],
      issuer: ctx.issuer,
      audience: AUDIENCE,
    });
    return payload;
  } catch (error) {
    if (error instanceof errors.JWTExpired) throw badJwt("token has invalid claims: token is expired");
    if (error instanceof errors.JOSEError) throw badJwt("token signature is invalid: signature is invalid");
    throw error;
  }
}

const callerClaims = z.object({ sub: z.uuid(), session_id: z.string(), aal: z.enum(["aal1", "aal2"]) });

/** The current user of `token`, whose session must not have ended and whose user must still exist. */
export async function identifyCaller(ctx: SupabaseContext, token: string): Promise<Caller> {
  const claims = callerClaims.safeParse(await verifyAccessToken(ctx, token));
  if (!claims.success) throw badJwt("token has invalid claims: missing sub, session_id or aal");
  const { sub: userId, session_id: sessionId, aal } = claims.data;
  const { repo } = await ctx.lite.auth();
  if (!(await repo.findUserById(userId)))
    throw new AuthFailure(403, "user_not_found", "User from sub claim in JWT does not exist");
  const session = await repo.findSessionById(sessionId);
  if (session?.user_id !== userId)
    throw new AuthFailure(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  // A token outlives the removal of the factor it was given for; its session does not claim it any more.
  const methods = readMethods(session.tag);
  const stillHolds = assuranceOf(methods) === aal;
  const byEmail = methods.some(({ method }) => method === "otp");
  return { userId, sessionId, assurance: stillHolds ? aal : "aal1", byEmail };
}
