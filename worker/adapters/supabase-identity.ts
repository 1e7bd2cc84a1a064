import {
  createRemoteJWKSet,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyGetKey,
  jwtVerify,
} from "jose";
import { z } from "zod";
import { DomainError } from "#core/domain/errors.ts";
import { APP_PROOFS, OTHER_PROOFS } from "#core/domain/presence.ts";
import type { AccessClaims, Clock, Identity } from "#core/ports.ts";

/** Spec section 9. */
const SIGNING_KEY_CACHE_MS = 600_000;
const JWKS_TIMEOUT_MS = 5000;
const UNAVAILABLE = "Sign-in cannot be checked at the moment. Please try again shortly.";

interface SupabaseIdentityConfig {
  /** Base address of the project, without a trailing slash. */
  supabaseUrl: string;
  /** Only for older projects, which sign with a shared secret (HS256). */
  jwtSecret?: string | undefined;
  clock: Clock;
}

/** Supabase treats this id as no session. */
const NIL_UUID = "00000000-0000-0000-0000-000000000000";

const accessTokenClaims = z.object({
  sub: z.uuid(),
  role: z.literal("authenticated"),
  email: z.string().max(320).default(""),
  aal: z.string().default("aal1"),
  /** Required: without it Supabase Auth checks no session (docs/decisions/025). */
  session_id: z.uuid().refine((id) => id !== NIL_UUID),
  iat: z.number().default(0),
  /** How and when (seconds) the session was confirmed. Providers may add methods in a form of their own. */
  amr: z.array(z.object({ method: z.string(), timestamp: z.number() })).catch([]),
});

const MS_PER_SECOND = 1000;

/**
 * Verifies Supabase access tokens. HS256 tokens are checked with the shared secret only, all others with the published
 * keys only (RFC 8725 section 3.1).
 */
export function createSupabaseIdentity({ supabaseUrl, jwtSecret, clock }: SupabaseIdentityConfig): Identity {
  const issuer = `${supabaseUrl}/auth/v1`;
  const publishedKey = publishedKeyOf(`${issuer}/.well-known/jwks.json`);
  const sharedSecret = jwtSecret === undefined ? null : new TextEncoder().encode(jwtSecret);

  async function verify(token: string): Promise<JWTPayload> {
    const expected = {
      issuer,
      audience: "authenticated",
      requiredClaims: ["exp", "sub"],
      currentDate: new Date(clock.now()),
    };
    const { payload } =
      sharedSecret !== null && decodeProtectedHeader(token).alg === "HS256"
        ? await jwtVerify(token, sharedSecret, { ...expected, algorithms: ["HS256"] })
        : await jwtVerify(token, publishedKey, { ...expected, algorithms: ["ES256", "RS256"] });
    return payload;
  }

  return {
    async verifyAccessToken(token) {
      try {
        return claimsOf(await verify(token));
      } catch (cause) {
        throw refusal(cause);
      }
    },
  };
}

function publishedKeyOf(address: string): JWTVerifyGetKey {
  const keys = createRemoteJWKSet(new URL(address), {
    cacheMaxAge: SIGNING_KEY_CACHE_MS,
    timeoutDuration: JWKS_TIMEOUT_MS,
  });
  return async (header, token) => {
    try {
      return await keys(header, token);
    } catch (cause) {
      throw keyFailure(cause);
    }
  };
}

function claimsOf(payload: JWTPayload): AccessClaims {
  const { sub, email, aal, session_id, iat, amr } = accessTokenClaims.parse(payload);
  const times = amr.map(({ timestamp }) => timestamp * MS_PER_SECOND);
  const latest = (methods: readonly string[]) =>
    amr
      .filter(({ method }) => methods.includes(method))
      .reduce<number | null>((at, { timestamp }) => Math.max(at ?? 0, timestamp * MS_PER_SECOND), null);
  return {
    userId: sub,
    email,
    assurance: aal,
    sessionId: session_id,
    issuedAt: iat * MS_PER_SECOND,
    signedInAt: times.length === 0 ? null : Math.min(...times),
    provenAt: latest(OTHER_PROOFS),
    confirmedAt: latest(APP_PROOFS),
  };
}

/** An unknown key is the token's fault; any other failure is the key server's. */
function keyFailure(cause: unknown): unknown {
  const tokensFault =
    cause instanceof errors.JWKSNoMatchingKey || cause instanceof errors.JWKSMultipleMatchingKeys;
  return tokensFault ? cause : new DomainError("identity_unavailable", UNAVAILABLE, {}, cause);
}

function refusal(cause: unknown): Error {
  if (cause instanceof DomainError) return cause;
  const expired = cause instanceof errors.JWTExpired;
  const message = expired ? "The access token has expired." : "The access token is not valid.";
  return new DomainError("unauthorized", message, {}, cause);
}
