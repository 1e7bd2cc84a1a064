import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { openDatabase } from "#core/storage/database.ts";
import { readMetrics } from "#core/storage/metrics.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";

let server: TestDatabase;
beforeAll(async () => {
  server = await startTestDatabase();
});
afterAll(() => server.stop());

type Sent = string | { sql: string; args: Record<string, number> };

it("reads along indexes; only accounts are read as a whole", async () => {
  const db = openDatabase({ url: server.url });
  const batch = vi.spyOn(db.$client, "batch");
  await readMetrics(db, Date.now());
  // `readMetrics` sends texts and named parameters only.
  const sent = batch.mock.calls.flatMap(([statements]) => statements) as unknown as Sent[];
  const plans = await Promise.all(
    sent.map((one) => {
      const { sql, args } = typeof one === "string" ? { sql: one, args: {} } : one;
      return server.db.$client.execute({ sql: `EXPLAIN QUERY PLAN ${sql}`, args });
    }),
  );
  const details = plans.flatMap(({ rows }) => rows.map(({ detail }) => String(detail)));
  const ofTable = details.filter((detail) =>
    /^(SCAN|SEARCH) (?!\(|(m|CONSTANT|before|hours|today)\b)/.test(detail),
  );
  expect([...new Set(ofTable)].toSorted()).toEqual([
    "SCAN accounts",
    "SCAN checkout_orders USING INDEX checkout_orders_unpaid",
    "SCAN detached_cards USING INDEX detached_cards_due",
    "SCAN n VIRTUAL TABLE INDEX 1:",
    "SCAN returned_payments USING INDEX returned_payments_due",
    "SCAN usage_import_set_aside USING COVERING INDEX usage_import_set_aside_due",
    "SEARCH auto_top_ups USING COVERING INDEX auto_top_ups_due (due_at>?)",
    "SEARCH checkout_orders USING INDEX checkout_orders_undetailed (paid_at>?)",
    "SEARCH d USING INDEX notification_deliveries_mail (mail_at>?)",
    "SEARCH daily_models USING PRIMARY KEY (day=?)",
    "SEARCH daily_units USING PRIMARY KEY (day=?)",
    "SEARCH hourly_series USING PRIMARY KEY (hour>? AND hour<?)",
    "SEARCH hourly_usage USING INDEX hourly_usage_units (hour>? AND hour<?)",
    "SEARCH hourly_usage USING PRIMARY KEY (hour>? AND hour<?)",
    "SEARCH key_refusals USING INDEX key_refusals_hour (hour>? AND hour<?)",
    "SEARCH ledger_balances USING INDEX sqlite_autoindex_ledger_balances_1 (account=?)",
    "SEARCH n USING INTEGER PRIMARY KEY (rowid=?)",
    "SEARCH o USING PRIMARY KEY (day=?)",
    "SEARCH r USING COVERING INDEX hourly_usage_units (hour=? AND account_id=?)",
    "SEARCH r USING PRIMARY KEY (hour=? AND account_id=?)",
  ]);
});
