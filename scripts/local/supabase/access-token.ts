import { errors, type JWTPayload, jwtVerify, SignJWT } from "jose";
import { z } from "zod";
import type { Caller, SupabaseContext } from "./context.ts";
import { AuthFailure, badJwt } from "./errors.ts";
import { type LiteSession, sessionIdOf } from "./lite-internals.ts";
import { viewUser } from "./user-view.ts";

const AUDIENCE = "authenticated";
const amrEntries = z.array(z.object({ method: z.string(), timestamp: z.number() }));
type AmrEntry = z.infer<typeof amrEntries>[number];

/** Lite's session with its access token replaced by ours: ES256, and the claims of the hosted service. */
export async function withAccessToken(
  ctx: SupabaseContext,
  session: LiteSession,
  begunBy?: "password" | "otp" | "oauth",
): Promise<LiteSession> {
  const sessionId = sessionIdOf(session);
  const amr = await methodsOf(ctx, sessionId, begunBy);
  const claims = {
    email: session.user.email,
    phone: session.user.phone,
    app_metadata: session.user.app_metadata,
    user_metadata: session.user.user_metadata,
    role: session.user.role,
    aal: "aal1",
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

/** A session remembers how it was begun, so that a renewed token says the same. */
async function methodsOf(
  { lite }: SupabaseContext,
  sessionId: string,
  begunBy: string | undefined,
): Promise<AmrEntry[]> {
  if (!begunBy) return amrEntries.parse(JSON.parse((await lite.readSessionTag(sessionId)) ?? "[]"));
  const amr = [{ method: begunBy, timestamp: Math.floor(Date.now() / 1000) }];
  await lite.writeSessionTag(sessionId, JSON.stringify(amr));
  return amr;
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

const callerClaims = z.object({ sub: z.uuid(), session_id: z.string() });

/** Who `token` speaks for now: its session must not have ended, nor its user have been deleted. */
export async function identifyCaller(ctx: SupabaseContext, token: string): Promise<Caller> {
  const claims = callerClaims.safeParse(await verifyAccessToken(ctx, token));
  if (!claims.success) throw badJwt("token has invalid claims: missing sub or session_id");
  const { sub: userId, session_id: sessionId } = claims.data;
  const { repo } = await ctx.lite.auth();
  if (!(await repo.findUserById(userId)))
    throw new AuthFailure(403, "user_not_found", "User from sub claim in JWT does not exist");
  const session = await repo.findSessionById(sessionId);
  if (session?.user_id !== userId)
    throw new AuthFailure(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  return { userId, sessionId };
}
