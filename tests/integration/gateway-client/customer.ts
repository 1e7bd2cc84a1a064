import OpenAI, { type ClientOptions } from "openai";
import { expect } from "vitest";
import { parseApiKey } from "#core/domain/api-key.ts";
import { receiptCost } from "#core/domain/gateway/charging.ts";
import type { Database } from "#core/storage/database.ts";
import { readBalanceMicros } from "#core/storage/ledger.ts";
import { until } from "#tests/support/limits.ts";
import { priceListOf } from "#tests/support/prices.ts";
import { grant } from "../gateway/customers.ts";
import { newAccount, stock } from "../keys/key-shop.ts";

/** As in the worker. */
const SECRETS = { pepper: new Uint8Array(32), sealing: new Uint8Array(32) };

interface UsageRecord {
  requestId: string;
  endpoint: string;
  /** Empty for a request without one. */
  model: string;
  status: number;
  outcome: number;
  estimated: boolean;
  costMicros: number;
  tokensIn: number;
  tokensOut: number;
  priceListId: number | null;
  priceLines: string | null;
}

interface Standing {
  balanceMicros: number;
  heldMicros: number;
  pending: number;
  unposted: number;
}

/** An account with funds, its key, and what is recorded of its requests. */
export async function newCustomer(
  { origin, db, priceListId }: { origin: string; db: Database; priceListId: number },
  { micros = 5_000_000, test = false }: { micros?: number; test?: boolean },
) {
  const account = await newAccount(db);
  const [{ key } = { key: "" }] = await stock(db, { keySecrets: SECRETS, account, count: 1, test });
  if (micros > 0) await grant(db, account.id, micros);
  const standing = async () => {
    const name = parseApiKey(key)?.route ?? "";
    return (await (await fetch(`${origin}/standing/${name}`)).json()) as Standing;
  };
  return {
    key,
    /** The client as its users make it; it logs nothing. */
    client: (options: ClientOptions = {}) =>
      new OpenAI({ baseURL: `${origin}/v1`, apiKey: key, logLevel: "off", ...options }),
    /**
     * Waits until so many requests are in libSQL and nothing is held. The ledger is then what they cost, and each cost
     * is that of its receipt.
     */
    async settled(count: number): Promise<UsageRecord[]> {
      const rows = await until(async () => {
        const { pending, unposted } = await standing();
        const found = await rowsOf(db, account.id);
        return found.length >= count && pending + unposted === 0 && found;
      });
      const { pending, heldMicros, balanceMicros } = await standing();
      const left = micros - rows.reduce((sum, row) => sum + row.costMicros, 0);
      const ledger = await readBalanceMicros(db, account.id);
      expect({ pending, heldMicros, balanceMicros, ledger }).toEqual({
        pending: 0,
        heldMicros: 0,
        balanceMicros: left,
        ledger: left,
      });
      expect(rows).toHaveLength(count);
      for (const row of rows) expectReceipt(row, priceListId);
      return rows;
    },
  };
}

/** A cost can be computed again from the row's price lines and price list. */
function expectReceipt({ costMicros, model, priceListId, priceLines }: UsageRecord, published: number): void {
  const receipt = priceLines === null ? 0 : receiptCost(priceListOf(), model, priceLines);
  expect(costMicros).toBe(receipt);
  if (priceLines !== null) expect(priceListId).toBe(published);
}

async function rowsOf(db: Database, accountId: number): Promise<UsageRecord[]> {
  const sql = `SELECT request_id, path, name, status_code, outcome, estimated, cost_micros, tokens_in, tokens_out,
      price_list_id, price_lines
    FROM api_usage AS u JOIN endpoints AS e ON e.id = endpoint_id LEFT JOIN models AS m ON m.id = model_id
    WHERE account_id = ? ORDER BY timestamp, u.id`;
  const { rows } = await db.$client.execute({ sql, args: [accountId] });
  return rows.map((row) => ({
    requestId: String(row.request_id),
    endpoint: String(row.path),
    model: String(row.name ?? ""),
    status: Number(row.status_code),
    outcome: Number(row.outcome),
    estimated: row.estimated === 1,
    costMicros: Number(row.cost_micros),
    tokensIn: Number(row.tokens_in),
    tokensOut: Number(row.tokens_out),
    priceListId: row.price_list_id === null ? null : Number(row.price_list_id),
    priceLines: row.price_lines === null ? null : String(row.price_lines),
  }));
}
