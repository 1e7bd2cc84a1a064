import { APP_PROOFS, OTHER_PROOFS } from "#core/domain/presence.ts";
import { ageOf, remainingOf, type TimedSession } from "./session-age.ts";
import { claimsOf, parsed } from "./token-claims.ts";

export const SESSION_STORAGE_KEY = "latchkey-auth-token";

/** The identity provider's client renews a token this early: 3 ticks of 30 s (specification, section 4). */
const RENEWED_BEFORE_MS = 90_000;

/** The parts of the session that are read without the identity provider's client. */
export interface StoredSession extends TimedSession {
  refresh_token: string;
  user: {
    id: string;
    email?: string;
    email_confirmed_at?: string | null;
    factors?: { status: string }[];
    identities?: { provider: string }[];
  };
}

/** Null for text that the identity provider's client cannot work with. */
export function parseSession(text: string | null): StoredSession | null {
  const stored = parsed(() => text ?? "");
  return isSession(stored) ? stored : null;
}

export const readStoredSession = () => parseSession(localStorage.getItem(SESSION_STORAGE_KEY));

/** The client redeems a provider's consent in the address before the stored session is used. */
export const bringsConsent = (search: URLSearchParams) => search.has("code");

/** Forgets the session at once, even when the provider cannot be reached. */
export const dropStoredSession = () => localStorage.removeItem(SESSION_STORAGE_KEY);

export const isFresh = (session: TimedSession) => remainingOf(session) > RENEWED_BEFORE_MS;

/**
 * True if the session lacks the second factor that its user has set up. Only decides what is shown: the API and the
 * identity provider check the token, and refuse one that cannot be read.
 */
export function lacksSecondFactor(session: Pick<StoredSession, "access_token" | "user">): boolean {
  if (!hasSecondFactor(session.user)) return false;
  const claims = claimsOf(session.access_token);
  return claims !== null && claims.aal !== "aal2";
}

/**
 * True if the identity provider asks this session for the current password before it changes it: not one that began
 * with an emailed link. Without an email identity there is usually no password; the provider knows.
 */
export function asksCurrentPassword({ access_token, user }: Pick<StoredSession, "access_token" | "user">) {
  const methods = claimsOf(access_token)?.amr;
  const byEmail = Array.isArray(methods) && methods.some((proof) => Object(proof).method === "otp");
  return !byEmail && user.identities?.some(({ provider }) => provider === "email") !== false;
}

/**
 * When the person last proved that it's them in this session, in epoch ms of the identity provider's clock; null if
 * never, as after a sign-in through another provider. Like the level, it only decides what is asked.
 */
export function provenAt({
  access_token,
  user,
}: Pick<StoredSession, "access_token" | "user">): number | null {
  const proofs = hasSecondFactor(user) ? APP_PROOFS : OTHER_PROOFS;
  const { amr } = claimsOf(access_token) ?? {};
  const times = (Array.isArray(amr) ? amr.map(Object) : [])
    .filter(({ method }) => proofs.includes(method))
    .map(({ timestamp }) => Number(timestamp) * 1000);
  return times.length === 0 ? null : Math.max(...times);
}

/**
 * How long ago that was, in ms: the token says how long before it was issued, and its age is measured here. Without
 * either, the clocks are compared.
 */
export function provenAgo(session: StoredSession): number | null {
  const at = provenAt(session);
  if (at === null) return null;
  const issuedAt = claimsOf(session.access_token)?.iat;
  const age = ageOf(session);
  return typeof issuedAt === "number" && age !== null ? issuedAt * 1000 - at + age : Date.now() - at;
}

export const hasSecondFactor = ({ factors }: StoredSession["user"]): boolean =>
  factors?.some(({ status }) => status === "verified") ?? false;

function isSession(stored: unknown): stored is StoredSession {
  if (typeof stored !== "object" || stored === null) return false;
  const { access_token, refresh_token, expires_at, user } = stored as Record<string, unknown>;
  return (
    typeof access_token === "string" &&
    typeof refresh_token === "string" &&
    typeof expires_at === "number" &&
    typeof user === "object" &&
    user !== null &&
    "id" in user
  );
}
