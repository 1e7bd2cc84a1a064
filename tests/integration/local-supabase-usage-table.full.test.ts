import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { createClient } from "@supabase/supabase-js";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type LocalSupabaseTest, startTestSupabase } from "#tests/support/local-supabase.ts";

let supabase: LocalSupabaseTest;
beforeAll(async () => {
  supabase = await startTestSupabase();
});
afterAll(() => supabase.stop());

const client = (key = supabase.secretKey) =>
  createClient(supabase.url, key, { auth: { persistSession: false, autoRefreshToken: false } });
const row = { endpoint: "/v1/models", status_code: 200, response_time: 12 };

it("has the operator's table, which the secret key writes and reads by keyset, 1,000 rows per page", async () => {
  const table = client().from("api_usage");
  expect(
    (await table.insert({ ...row, cost: 0.000012, timestamp: "2026-05-28T18:37:12Z" })).error,
  ).toBeNull();
  const database = new DatabaseSync(join(supabase.folder, "supabase.db"));
  database.exec(`INSERT INTO api_usage (endpoint, status_code, response_time)
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1500)
    SELECT '/v1/models', 200, i FROM n`);
  database.close();
  const ids = async (after: number, limit: number) =>
    (await table.select("id").gt("id", after).order("id").limit(limit)).data?.map(({ id }) => id);
  expect(await ids(0, 5000)).toEqual(Array.from({ length: 1000 }, (_, i) => i + 1));
  expect(await ids(1499, 5000)).toEqual([1500, 1501]);
  const counted = await table.select("id", { count: "exact" }).order("id").range(10, 12);
  expect(counted).toMatchObject({ status: 206, count: 1501, data: [{ id: 11 }, { id: 12 }, { id: 13 }] });
  const [first] = (await table.select("cost,timestamp").eq("id", 1)).data ?? [];
  expect(first?.cost).toBe(0.000012);
  expect(Date.parse(first?.timestamp)).toBe(Date.parse("2026-05-28T18:37:12Z"));
});

it("takes 1,000 rows in one request, as a hosted project does", async () => {
  const rows = Array.from({ length: 1000 }, (_, i) => ({
    endpoint: `/v1/bulk/${i % 3}`,
    status_code: 200,
    response_time: i,
    cost: 0.000_001 * i,
    timestamp: new Date(1_780_000_000_000 + i).toISOString(),
  }));
  const table = client().from("api_usage");
  expect(await table.insert(rows)).toMatchObject({ status: 201, error: null });
  const stored = await table.select("response_time,cost").like("endpoint", "/v1/bulk/%").order("id");
  expect(stored.data).toEqual(rows.map(({ response_time, cost }) => ({ response_time, cost })));
});

it("shows it to nobody else, with row-level security enabled", async () => {
  await client().from("api_usage").insert(row);
  const { session } = await supabase.signedIn();
  const headers = { Authorization: `Bearer ${session.access_token}` };
  const asUser = createClient(supabase.url, supabase.publishableKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    global: { headers },
  });
  for (const stranger of [client(supabase.publishableKey), asUser]) {
    expect(await stranger.from("api_usage").select("id")).toMatchObject({ status: 200, data: [] });
  }
});

it("refuses a key of another project, and names a table that does not exist", async () => {
  const refused = await client("sb_secret_of_another_project").from("api_usage").select("id");
  expect(refused).toMatchObject({ status: 401, data: null, error: { message: "Invalid API key" } });
  const missing = await client().from("api_uses").select("id");
  expect(missing).toMatchObject({ status: 404, data: null, error: { code: "PGRST205" } });
});
