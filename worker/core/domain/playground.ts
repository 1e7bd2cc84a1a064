import { decodeBase64Url, encodeBase64Url } from "./encoding.ts";
import type { Budget } from "./gateway/budgets.ts";
import { MINUTE_MS } from "./time.ts";

/** Name of the key that the Playground's requests are charged under. */
export const PLAYGROUND_KEY = "Playground";

/** The budget that the key begins with. */
export const PLAYGROUND_BUDGET: Budget = { period: "month", micros: 5_000_000 };

/** How long a grant is valid. */
export const GRANT_MS = 10 * MINUTE_MS;

/** What a grant says. It stands for the Playground key in requests of one browser session. */
export interface Grant {
  /** Of the account; names its object. */
  route: string;
  /** Of the key, as `api_keys` stores it. */
  lookup: string;
  /** The identity provider's session that it was given to. */
  sessionId: string;
  /** The only origin that it is valid from. */
  origin: string;
  /** Epoch ms. */
  expiresAt: number;
}

const PREFIX = "lkg_";
/** Far more than any grant has. */
const LENGTH_MAX = 1024;
const SHAPE = /^lkg_([\w-]+)\.([\w-]+)$/;

/** Whether the text claims to be a grant, however wrong the rest of it is. */
export const claimsToBeGrant = (text: string) => text.startsWith(PREFIX);

/** The text of a grant. @param signature of the content's bytes. */
export const formatGrant = (content: Uint8Array, signature: Uint8Array) =>
  `${PREFIX}${encodeBase64Url(content)}.${encodeBase64Url(signature)}`;

/** The bytes of a grant, whose signature is yet to be checked; null for text that isn't a grant by its form. */
export function splitGrant(text: string) {
  if (text.length > LENGTH_MAX) return null;
  const [, content, signature] = SHAPE.exec(text) ?? [];
  if (content === undefined || signature === undefined) return null;
  const parts = { content: decodeBase64Url(content), signature: decodeBase64Url(signature) };
  return parts.content === null || parts.signature === null
    ? null
    : { content: parts.content, signature: parts.signature };
}
