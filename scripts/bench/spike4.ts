import { KNOWN_ENDPOINTS } from "#core/domain/usage.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { withDatabase } from "./bench-database.ts";
import { BIG_ACCOUNT, loadUsage, NOW } from "./usage-load.ts";
import { contextOf, VIEWS } from "./dash-views.ts";
import { getAnalytics } from "#core/services/analytics/get-analytics.ts";
import { getBreakdown } from "#core/services/analytics/get-breakdown.ts";
import { getRunway } from "#core/services/balance/get-balance.ts";
const ROUNDS = Number(process.argv[2] ?? 30);
await withDatabase(async (d) => {
  const { db } = d;
  await loadUsage(db, { rows: 3_000, accounts: 20 }, true);
  const ctx = { db, clock: { now: () => NOW }, requestId: "bench" };
  await rollUpUsage(ctx);
  try { const { buildDays } = await import("#core/services/rollup/build-days.ts"); await buildDays(ctx); } catch {}
  await loadUsage(db, { rows: 500, accounts: 20, first: 5_000_000, from: NOW - 60_000 }, true);
  const c = contextOf(db, BIG_ACCOUNT);
  for (const { what, ask } of VIEWS) {
    for (let i = 0; i < 3; i++) await ask(c);
    const cpu = d.cpu()!; const t = performance.now();
    for (let i = 0; i < ROUNDS; i++) await ask(c);
    console.log(what.padEnd(30), ((d.cpu()! - cpu) / ROUNDS).toFixed(2), ((performance.now() - t) / ROUNDS).toFixed(1));
  }
  if (process.argv[3]) {
    const W = 777;
    const H = 3_600_000;
    for (let h = 0; h < 50; h++) {
      const rows = [];
      for (let k = 0; k < 100; k++) for (let e = 0; e < 12; e++) for (let m = 0; m < 8; m++) rows.push({ requestId: `w${h}_${k}_${e}_${m}`, accountId: W, keyId: 50_000 + k, timestamp: NOW - h * H - (k * 1000), endpoint: KNOWN_ENDPOINTS[e]!, statusCode: 200, responseTime: 5, costMicros: 10, tokensIn: 1, tokensOut: 1, model: `m${m}` });
      await insertUsage(db, rows as any);
    }
    await rollUpUsage(ctx);
    try { const { buildDays } = await import("#core/services/rollup/build-days.ts"); await buildDays(ctx); } catch {}
    const w = contextOf(db, W);
    const asks: Record<string, () => Promise<unknown>> = {
      "24h": () => getAnalytics(w, { range: "24h", tz: "UTC" }), "24h endpoint": () => getAnalytics(w, { range: "24h", tz: "UTC", endpoint: "/v1/embeddings" }), "7d": () => getAnalytics(w, { range: "7d", tz: "UTC" }),
      "break 24h": () => getBreakdown(w, { range: "24h", tz: "UTC" }), "break 24h model": () => getBreakdown(w, { range: "24h", tz: "UTC", model: "m1" }), runway: () => getRunway(w) };
    for (const [n, ask] of Object.entries(asks)) { await ask(); const cpu = d.cpu()!; const t = performance.now(); for (let i = 0; i < 5; i++) await ask(); console.log("wide", n.padEnd(20), ((d.cpu()! - cpu) / 5).toFixed(1), ((performance.now() - t) / 5).toFixed(1)); }
  }
});
