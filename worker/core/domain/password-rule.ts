import { COMMON_PASSWORDS } from "./common-passwords.ts";
import { LONG_PASSWORD, WEAK_PASSWORD } from "./password-messages.ts";

const LEAST_LENGTH = 8;
/** bcrypt reads no more. */
const MOST_BYTES = 72;

let common: ReadonlySet<string> | undefined;

/** `email` is the address of the password's user, or `""` if it isn't known. @returns what is wrong with it, or null. */
export function passwordProblem(password: string, email: string): string | null {
  if (new TextEncoder().encode(password).length > MOST_BYTES) return LONG_PASSWORD;
  return password.length < LEAST_LENGTH || isTriedFirst(password, email) ? WEAK_PASSWORD : null;
}

/** A common password, one character repeated, or the user's own address or its first part, once or repeated. */
export function isTriedFirst(password: string, email: string): boolean {
  common ??= new Set(COMMON_PASSWORDS.trim().split(/\s+/));
  const text = password.normalize("NFKC").toLowerCase();
  const address = email.trim().toLowerCase();
  const name = address.split("@")[0] ?? "";
  const [first = ""] = text;
  return common.has(text) || isRepeated(text, first) || text === address || isRepeated(text, name);
}

const isRepeated = (text: string, part: string) =>
  part !== "" && text === part.repeat(text.length / part.length);
