import { Secret, TOTP } from "otpauth";

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Steps of clock difference that are forgiven, in either direction. */
const SKEW = 1;
const CODE = /^\d{6}$/;

/** A shared secret in base32, as an authenticator app takes it. */
export const newSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The QR code's content, which sets up the whole app. */
export const authenticatorUri = (about: { secret: string; issuer: string; label: string }): string =>
  new TOTP({ ...about, period: PERIOD_SECONDS }).toString();

/** The time step that `code` belongs to (RFC 6238), or null for a code of no step around `now`. */
export function stepOf(secret: string, code: string, now: number): number | null {
  if (!CODE.test(code)) return null;
  const delta = new TOTP({ secret, period: PERIOD_SECONDS }).validate({
    token: code,
    timestamp: now,
    window: SKEW,
  });
  return delta === null ? null : Math.floor(now / 1000 / PERIOD_SECONDS) + delta;
}
