import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Data that Supabase Lite cannot store: second factors, their challenges and wrong codes. */
const SCHEMA = `
CREATE TABLE IF NOT EXISTS factors (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  friendly_name TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('unverified', 'verified')),
  secret TEXT NOT NULL,
  -- The time step of the last accepted code: a code is accepted once.
  last_step INTEGER NOT NULL DEFAULT 0,
  created_at TEXT NOT NULL,
  updated_at TEXT NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS factors_user ON factors (user_id);
CREATE TABLE IF NOT EXISTS challenges (
  id TEXT PRIMARY KEY,
  factor_id TEXT NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
  created_at INTEGER NOT NULL,
  verified_at INTEGER
) STRICT;
-- What guessing is limited by; it outlives a restart.
CREATE TABLE IF NOT EXISTS wrong_codes (
  factor_id TEXT NOT NULL REFERENCES factors (id) ON DELETE CASCADE,
  at INTEGER NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS wrong_codes_factor ON wrong_codes (factor_id);
CREATE INDEX IF NOT EXISTS challenges_factor ON challenges (factor_id);
`;

/** Our own tables, in a separate file from Lite's. */
export function openStore(folder: string): DatabaseSync {
  const store = new DatabaseSync(join(folder, "second-factors.db"));
  store.exec("PRAGMA journal_mode = WAL; PRAGMA foreign_keys = ON;");
  store.exec(SCHEMA);
  return store;
}
