import { createHash, randomBytes } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { z } from "zod";

const STATE_LIFE_MS = 10 * 60_000;
const CODE_LIFE_MS = 5 * 60_000;

/** Secrets are stored as hashes, and each is found once: reading it deletes it. */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS oauth_flows (
  state_hash TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  redirect_to TEXT NOT NULL,
  code_challenge TEXT NOT NULL,
  -- Who asked to add an identity; null for a sign-in.
  linking_user TEXT,
  created_at INTEGER NOT NULL
) STRICT;
CREATE TABLE IF NOT EXISTS oauth_codes (
  code_hash TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  code_challenge TEXT NOT NULL,
  created_at INTEGER NOT NULL
) STRICT;
`;

export const createFlowTables = (store: DatabaseSync): void => store.exec(SCHEMA);

const storedFlow = z.object({
  provider: z.string(),
  redirect_to: z.string(),
  code_challenge: z.string(),
  linking_user: z.string().nullable(),
  created_at: z.number(),
});
const storedCode = z.object({ user_id: z.string(), code_challenge: z.string(), created_at: z.number() });

/** A round trip through a provider, from the app and back to it. */
export type Flow = Omit<z.infer<typeof storedFlow>, "created_at">;

/** @returns the state that the provider hands back. */
export function beginFlow(store: DatabaseSync, flow: Flow): string {
  const [state, now] = [newSecret(), Date.now()];
  store.prepare("DELETE FROM oauth_flows WHERE created_at < ?").run(now - 2 * STATE_LIFE_MS);
  store
    .prepare("INSERT INTO oauth_flows VALUES (?, ?, ?, ?, ?, ?)")
    .run(hashOf(state), flow.provider, flow.redirect_to, flow.code_challenge, flow.linking_user, now);
  return state;
}

export function takeFlow(store: DatabaseSync, state: string): (Flow & { expired: boolean }) | null {
  const row = store.prepare("DELETE FROM oauth_flows WHERE state_hash = ? RETURNING *").get(hashOf(state));
  if (!row) return null;
  const { created_at, ...flow } = storedFlow.parse(row);
  return { ...flow, expired: Date.now() - created_at > STATE_LIFE_MS };
}

/** @returns the code that, with the verifier of `codeChallenge`, starts a session of `userId`. */
export function issueCode(store: DatabaseSync, userId: string, codeChallenge: string): string {
  const [code, now] = [newSecret(), Date.now()];
  store.prepare("DELETE FROM oauth_codes WHERE created_at < ?").run(now - 2 * CODE_LIFE_MS);
  store.prepare("INSERT INTO oauth_codes VALUES (?, ?, ?, ?)").run(hashOf(code), userId, codeChallenge, now);
  return code;
}

export function takeCode(store: DatabaseSync, code: string) {
  const row = store.prepare("DELETE FROM oauth_codes WHERE code_hash = ? RETURNING *").get(hashOf(code));
  if (!row) return null;
  const { user_id, code_challenge, created_at } = storedCode.parse(row);
  return { userId: user_id, codeChallenge: code_challenge, expired: Date.now() - created_at > CODE_LIFE_MS };
}

const newSecret = () => randomBytes(32).toString("base64url");
const hashOf = (secret: string) => createHash("sha256").update(secret).digest("hex");
