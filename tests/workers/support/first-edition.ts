import { runInDurableObject } from "cloudflare:test";
import { type MeteredKey, meterOf } from "./meter.ts";

/** The tables and statements of the first deployed edition, word for word: objects in this form exist. */
const SCHEMA = `
CREATE TABLE account (
  one INTEGER PRIMARY KEY CHECK (one = 1),
  id INTEGER NOT NULL,
  epoch TEXT NOT NULL,
  next_batch INTEGER NOT NULL,
  terms TEXT NOT NULL
) STRICT;
CREATE TABLE request (
  seq INTEGER PRIMARY KEY,
  request_id TEXT NOT NULL,
  key_id INTEGER NOT NULL,
  steady INTEGER NOT NULL,
  at INTEGER NOT NULL,
  hold INTEGER NOT NULL,
  covered INTEGER NOT NULL,
  endpoint TEXT NOT NULL,
  state INTEGER NOT NULL,
  status INTEGER,
  response_time INTEGER,
  cost INTEGER,
  tokens_in INTEGER,
  tokens_out INTEGER,
  batch INTEGER
) STRICT;`;
const CREATE = "INSERT INTO account (one, id, epoch, next_batch, terms) VALUES (1, ?, ?, 0, ?)";
const ADMIT = `INSERT INTO request (seq, request_id, key_id, steady, at, hold, covered, endpoint, state)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, 0)`;
const PROGRESS = `UPDATE request SET status = ?, response_time = ?, cost = ?, tokens_in = ?, tokens_out = ?
  WHERE seq = ? AND state = 0`;
const SETTLE = `UPDATE request SET state = 1, status = ?, response_time = ?, cost = ?, tokens_in = ?,
  tokens_out = ?, batch = ? WHERE seq = ?`;

const FLUSH_MS = 10_000;
export const EPOCH = "0a1b2c3d";

interface Stored {
  hold: number;
  /** `open` still holds its money, `unposted` is settled, `posted` counts in its key's window only. */
  state: "open" | "unposted" | "posted";
  /** Of an open request, what was reported so far. */
  cost?: number;
  batch?: number;
  /** The key of this request, if it is another one. */
  keyId?: number;
  /** The plan pays for it. */
  covered?: boolean;
}

export interface FirstEdition {
  accountId: number;
  keyId: number;
  /** As the first edition stored them. */
  terms: object;
  requests: readonly Stored[];
  now: number;
}

/** Writes what the first edition would have left in a key's object. @returns the ids of its requests. */
export async function leaveFirstEdition(key: MeteredKey, left: FirstEdition): Promise<string[]> {
  const { accountId, keyId, terms, requests, now } = left;
  const ids = requests.map(() => crypto.randomUUID() as string);
  await runInDurableObject(meterOf(key), async (_, { storage }) => {
    const { sql } = storage;
    await storage.setAlarm(now + FLUSH_MS);
    sql.exec(SCHEMA);
    sql.exec(CREATE, accountId, EPOCH, JSON.stringify(terms));
    for (const [index, { hold, state, cost = 0, batch = 0, ...one }] of requests.entries()) {
      const seq = index + 1;
      const at = now - requests.length + index;
      const covered = one.covered ? 1 : 0;
      sql.exec(ADMIT, seq, ids[index], one.keyId ?? keyId, at, at, hold, covered, "/v1/chat/completions");
      if (state === "open" && cost > 0) sql.exec(PROGRESS, 200, 9, cost, 2, 1, seq);
      if (state !== "open") sql.exec(SETTLE, 200, 12, cost, 3, 4, batch, seq);
      if (state === "posted") sql.exec("UPDATE request SET state = 2 WHERE seq = ?", seq);
    }
    const sealed = requests.filter(({ state }) => state === "posted").map(({ batch = 0 }) => batch + 1);
    sql.exec("UPDATE account SET next_batch = ?", Math.max(0, ...sealed));
  });
  return ids;
}
