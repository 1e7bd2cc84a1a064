/** Links work for an hour. Not imported from the module of times, which would make the sign-in page heavier. */
const HOUR_MS = 3_600_000;

type AskedFor = "magiclink" | "email_change";

const keyOf = (type: AskedFor) => `latchkey-asked-${type}`;

const addressOf = (email: string) => email.trim().toLowerCase();

/** Remembers that somebody at this browser asked for a link, so that following it needs no question. */
export const noteAsked = (type: AskedFor, email: string) =>
  localStorage.setItem(keyOf(type), `${Date.now()} ${addressOf(email)}`);

export const forgetAsked = (type: AskedFor) => localStorage.removeItem(keyOf(type));

/** The address that a link was last requested for here, within the hour that it works; null when none was. */
export function askedHere(type: AskedFor): string | null {
  const [at = "", email = ""] = localStorage.getItem(keyOf(type))?.split(" ") ?? [];
  const age = Date.now() - Number(at);
  return email !== "" && age >= 0 && age < HOUR_MS ? email : null;
}
