import { mailedLink } from "#app/lib/paths.ts";
import { messageForAuthCode } from "./auth-error.ts";

const LINK_TYPES = ["signup", "magiclink", "email", "email_change"] as const;
export type LinkType = (typeof LINK_TYPES)[number];

export type AuthCallback =
  | { kind: "nothing" }
  /** An emailed one-time token. The type is null for one that this page doesn't redeem; the address is `""` if unknown. */
  | { kind: "link"; tokenHash: string; type: LinkType | null; email: string }
  | { kind: "consent" }
  /** A provider's refusal; empty when it gave no reason. */
  | { kind: "refusal"; description: string };

/** A longer reason is not meant for a reader. */
const DESCRIPTION_MAX = 200;

/** Reads an address of the sign-in page: its query, and its hash (`#a=b`), which the server never sees. */
export function readAuthCallback(query: URLSearchParams, hash = ""): AuthCallback {
  const tokenHash = query.get(mailedLink.tokenHash);
  const type = LINK_TYPES.find((known) => known === query.get(mailedLink.type)) ?? null;
  if (tokenHash) return { kind: "link", tokenHash, type, email: addressInHash(hash) };
  const description = readRefusal(query, hash);
  if (description !== null) return { kind: "refusal", description };
  return query.has("code") ? { kind: "consent" } : { kind: "nothing" };
}

/** The address that an emailed link is for, which the link keeps from servers and their logs; `""` if it has none. */
export const addressInHash = (hash: string): string =>
  new URLSearchParams(hash.replace(/^#/, "")).get("email") ?? "";

/** Our sentence for a provider's refusal in an address, or else its own words; null where there is no refusal. */
export function readRefusal(query: URLSearchParams, hash: string): string | null {
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const value = (name: string) => query.get(name) ?? fragment.get(name);
  const [code, error, description] = [value("error_code"), value("error"), value("error_description")];
  if (code === null && error === null && description === null) return null;
  const known = messageForAuthCode(code ?? "") ?? messageForAuthCode(error ?? "");
  return known ?? (description ?? "").slice(0, DESCRIPTION_MAX);
}
