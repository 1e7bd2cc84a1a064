import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from "vitest";
import { insertUsage } from "#core/storage/usage.ts";
import { outagesBinding } from "#tests/support/outage-log.ts";
import { cron } from "#worker/rollup/cron.ts";
import { usageStream } from "./rollup/usage-stream.ts";
import { type LocalStage, SECRET_KEY, startLocalStripe } from "./stripe-support.ts";
import { type ImportWorld, newUserId, startImportWorld } from "./usage-import/import-world.ts";

const SECRET_BYTES = Buffer.alloc(32, 7).toString("base64");
const WRONG_SECRET = "sb_secret_of_another_project";

let world: ImportWorld;
let stripe: LocalStage;
beforeAll(async () => {
  [world, stripe] = await Promise.all([startImportWorld(), startLocalStripe()]);
  world.clock.time = Date.now();
});
afterAll(() => Promise.all([world.stop(), stripe.stop()]));
afterEach(() => world.table.exec("DELETE FROM api_usage"));

/** Runs the cron with usage to roll up. @returns the line it logs, its failure, and all its output. */
async function runCron(change: Record<string, string>) {
  await insertUsage(
    world.database.db,
    usageStream(10, { now: Date.now(), first: Math.floor(Math.random() * 1e9) }),
  );
  const log = vi.spyOn(console, "log").mockImplementation(() => {});
  onTestFinished(() => log.mockRestore());
  const env = {
    LIBSQL_URL: world.database.url,
    STRIPE_SECRET_KEY: SECRET_KEY,
    STRIPE_API_URL: stripe.url,
    KEY_PEPPER: SECRET_BYTES,
    KEY_SEALING_SECRET: SECRET_BYTES,
    SUPABASE_USAGE_IMPORT: "on",
    SUPABASE_URL: world.supabase.url,
    SUPABASE_SECRET_KEY: world.supabase.secretKey,
    OUTAGES: outagesBinding(),
    ...change,
  };
  const failure = await cron.scheduled({ cron: "* * * * *" }, env).then(
    () => "",
    (error: unknown) => String(error),
  );
  const lines = log.mock.calls.map(([line]) => String(line));
  log.mockRestore();
  return { line: JSON.parse(lines.at(-1) ?? "{}"), failure, said: lines.join() + failure };
}

/** The import reports `message`, everything else is done, and no key is revealed. */
async function expectRefused(change: Record<string, string>, message: RegExp) {
  const { line, failure, said } = await runCron(change);
  expect(line.import.error[0].message).toMatch(message);
  expect(line).toMatchObject({ failed: ["import"], usage: { rows: 10, caughtUp: true }, keys: {} });
  expect(failure).toContain("failed at: import.");
  for (const key of [WRONG_SECRET, world.supabase.secretKey, world.supabase.publishableKey])
    expect(said).not.toContain(key);
}

const usable = () => ({ user_id: newUserId() });

it("imports before it rolls up, and reports both", async () => {
  world.write(usable(), usable());
  const { line, failure } = await runCron({});
  expect(failure).toBe("");
  expect(line).toMatchObject({ failed: [], import: { rows: 2, caughtUp: true }, usage: { rows: 12 } });
  expect(Object.keys(line).indexOf("import")).toBeLessThan(Object.keys(line).indexOf("usage"));
});

it("reports nothing about an import that is off", async () => {
  const { line } = await runCron({ SUPABASE_USAGE_IMPORT: "", SUPABASE_SECRET_KEY: "" });
  expect(line).not.toHaveProperty("import");
});

it("names a wrong, publishable or missing secret, and a project that does not exist", async () => {
  world.write(usable());
  await expectRefused({ SUPABASE_SECRET_KEY: WRONG_SECRET }, /^Supabase refuses SUPABASE_SECRET_KEY \(401\)/);
  const publishable = world.supabase.publishableKey;
  await expectRefused({ SUPABASE_SECRET_KEY: publishable }, /is the project's publishable key/);
  const anon = `${btoa("{}")}.${btoa(JSON.stringify({ role: "anon" }))}.x`;
  await expectRefused({ SUPABASE_SECRET_KEY: anon }, /is the project's publishable key/);
  await expectRefused({ SUPABASE_SECRET_KEY: "" }, /SUPABASE_SECRET_KEY is missing/);
  await expectRefused({ SUPABASE_URL: "nowhere" }, /SUPABASE_URL must be an http\(s\) address/);
  await expectRefused({ SUPABASE_URL: "http://127.0.0.1:9" }, /^Supabase did not respond/);
});

it("names a table that is missing, and the columns a table lacks", async () => {
  const { table } = world;
  table.exec("ALTER TABLE api_usage RENAME TO elsewhere");
  await expectRefused({}, /has no table public\.api_usage\. Create it, or set SUPABASE_USAGE_IMPORT to off/);
  const asTable = async (sql: string, message: RegExp) => {
    table.exec(`CREATE TABLE api_usage AS ${sql}`);
    await expectRefused({}, message);
    table.exec("DROP TABLE api_usage");
  };
  const figures = "'2026-05-28T00:00:00Z' AS timestamp, '/v1/models' AS endpoint, 5 AS response_time";
  await asTable(`SELECT 1 AS id, ${figures}, 'u' AS user_id`, /lacks the columns status_code/);
  await asTable(`SELECT 1 AS id, ${figures}, 200 AS status_code`, /neither user_id nor key_id/);
  await asTable(
    `SELECT 'uuid' AS id, ${figures}, 200 AS status_code`,
    /needs a column id of growing whole numbers/,
  );
  table.exec("ALTER TABLE elsewhere RENAME TO api_usage");
  world.write(usable());
  expect((await runCron({})).failure).toBe("");
});
