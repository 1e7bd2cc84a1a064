import { mailedLink } from "#app/lib/paths.ts";

const linkTypes = ["signup", "magiclink", "email", "email_change"] as const;
export type LinkType = (typeof linkTypes)[number];

/** What somebody brings along to the sign-in page. */
export type Arrival =
  | { kind: "nothing" }
  /** A mailed one-time token; a type of null is none that this page redeems. */
  | { kind: "link"; tokenHash: string; type: LinkType | null }
  /** A provider's consent, which the identity provider's client exchanges for a session. */
  | { kind: "consent" }
  /** A provider's refusal, in its own words as far as it has any. */
  | { kind: "refusal"; description: string };

const REFUSAL_PARAMETERS = ["error", "error_code", "error_description"];
const LONGEST_DESCRIPTION = 200;

/** Reads an address of the sign-in page: its query, and its hash (`#a=b`), which the server never sees. */
export function readArrival(query: URLSearchParams, hash = ""): Arrival {
  const fragment = new URLSearchParams(hash.replace(/^#/, ""));
  const value = (name: string) => query.get(name) ?? fragment.get(name);
  const tokenHash = query.get(mailedLink.tokenHash);
  if (tokenHash) return { kind: "link", tokenHash, type: linkType(query.get(mailedLink.type)) };
  if (REFUSAL_PARAMETERS.some((name) => value(name) !== null)) {
    return { kind: "refusal", description: (value("error_description") ?? "").slice(0, LONGEST_DESCRIPTION) };
  }
  return query.has("code") ? { kind: "consent" } : { kind: "nothing" };
}

const linkType = (type: string | null) => linkTypes.find((known) => known === type) ?? null;
