import { setTimeout as sleep } from "node:timers/promises";
import OpenAI, { type ClientOptions } from "openai";
import { expect } from "vitest";
import { parseApiKey } from "#core/domain/api-key.ts";
import type { Database } from "#core/storage/database.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import { grant } from "../gateway/customers.ts";
import { newAccount, stock } from "../keys/key-shop.ts";

/** As in the worker. */
const SECRETS = { pepper: new Uint8Array(32), sealing: new Uint8Array(32) };
const SETTLED_WITHIN_MS = 30_000;

interface UsageRecord {
  requestId: string;
  endpoint: string;
  status: number;
  costMicros: number;
  tokensIn: number;
  tokensOut: number;
}

interface Standing {
  balanceMicros: number;
  heldMicros: number;
  pending: number;
  unposted: number;
}

/** An account with money, its key, and what is written down of its requests. */
export async function newCustomer(
  { origin, db }: { origin: string; db: Database },
  { micros = 5_000_000, test = false }: { micros?: number; test?: boolean },
) {
  const account = await newAccount(db);
  const [{ key } = { key: "" }] = await stock(db, { keySecrets: SECRETS, account, count: 1, test });
  if (micros > 0) await grant(db, account.id, micros);
  const standing = async () => {
    const route = parseApiKey(key)?.route ?? "";
    return (await (await fetch(`${origin}/standing/${route}`)).json()) as Standing;
  };
  return {
    key,
    /** The client as its users make it; it keeps to itself what it says to the console. */
    client: (options: ClientOptions = {}) =>
      new OpenAI({ baseURL: `${origin}/v1`, apiKey: key, logLevel: "off", ...options }),
    /** Waits until so many requests are in libSQL and nothing is held: the ledger is then what they cost. */
    async settled(count: number): Promise<UsageRecord[]> {
      const deadline = Date.now() + SETTLED_WITHIN_MS;
      for (;;) {
        const { heldMicros, pending, unposted, balanceMicros } = await standing();
        const rows = await rowsOf(db, account.id);
        const done = rows.length >= count && pending + unposted === 0;
        if (!done && Date.now() < deadline) {
          await sleep(50);
          continue;
        }
        const left = micros - rows.reduce((sum, row) => sum + row.costMicros, 0);
        expect({
          pending,
          heldMicros,
          balanceMicros,
          ledger: await readBalanceMicros(db, account.id),
        }).toEqual({
          ...{ pending: 0, heldMicros: 0, balanceMicros: left, ledger: left },
        });
        expect(rows).toHaveLength(count);
        return rows;
      }
    },
  };
}

async function rowsOf(db: Database, accountId: number): Promise<UsageRecord[]> {
  const sql = `SELECT request_id, path, status_code, cost_micros, tokens_in, tokens_out
    FROM api_usage AS u JOIN endpoints AS e ON e.id = endpoint_id WHERE account_id = ? ORDER BY timestamp, u.id`;
  const { rows } = await db.$client.execute({ sql, args: [accountId] });
  return rows.map((row) => ({
    requestId: String(row.request_id),
    endpoint: String(row.path),
    status: Number(row.status_code),
    costMicros: Number(row.cost_micros),
    tokensIn: Number(row.tokens_in),
    tokensOut: Number(row.tokens_out),
  }));
}
