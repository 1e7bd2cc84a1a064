import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { withDatabase } from "./bench-database.ts";
import { BIG_ACCOUNT, loadUsage, NOW } from "./usage-load.ts";
import { contextOf } from "./dash-views.ts";
import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { getBreakdown } from "#core/services/analytics/get-breakdown.ts";
import { getRunway } from "#core/services/balance/get-balance.ts";
await withDatabase(async (d) => {
  const { db } = d;
  await loadUsage(db, { rows: 300_000, accounts: 20 }, true);
  const ctx = { db, clock: { now: () => NOW }, requestId: "bench" };
  await rollUpUsage(ctx);
  try { const { buildDays } = await import("#core/services/rollup/build-days.ts"); await buildDays(ctx); } catch {}
  await loadUsage(db, { rows: 500, accounts: 20, first: 5_000_000, from: NOW - 60_000 }, true);
  const c = contextOf(db, BIG_ACCOUNT);
  const sent: any[] = [];
  const spy = Object.create(db, { $client: { value: Object.create(db.$client, {
    execute: { value: (s: any) => { sent.push(s); return db.$client.execute(s); } },
    batch: { value: (s: any, m: any) => { sent.push(...s); return db.$client.batch(s, m); } } }) } });
  const one = async (s: any) => { const cpu = d.cpu()!; const N = 20; await db.$client.batch(Array(20).fill(s), "read"); const c2 = d.cpu()!; for (let i = 0; i < N; i++) await db.$client.batch(Array(20).fill(s), "read"); return (d.cpu()! - c2) / N / 20; };
  const base = await one("SELECT 1");
  console.log("base", base.toFixed(3));
  for (const [name, ask] of Object.entries({ "30d": () => getAnalytics({ ...c, db: spy }, { range: "30d", tz: "UTC" }), "24h": () => getAnalytics({ ...c, db: spy }, { range: "24h", tz: "UTC" }), break: () => getBreakdown({ ...c, db: spy }, { range: "30d", tz: "UTC" }), runway: () => getRunway({ ...c, db: spy } as any) })) {
    sent.length = 0; await ask();
    for (const s of sent) { const explain = { ...(typeof s === "string" ? { sql: s, args: {} } : s) }; explain.sql = `EXPLAIN ${explain.sql}`;
      console.log(name, (await one(s)).toFixed(3), "len", explain.sql.length, explain.sql.replace(/\s+/g, " ").slice(8, 80)); }
  }
});
