import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { METRICS_PREFIX } from "#core/domain/metrics-text.ts";
import { recordRun } from "#core/services/health/cron-run.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { postAndRead } from "#core/storage/gateway-flush.ts";
import { insertUsage } from "#core/storage/usage.ts";
import { startTestDatabase, type TestDatabase } from "#tests/support/test-database.ts";
import { scrapeAt } from "./metrics/scrape-at.ts";

const NOW = Date.UTC(2026, 10, 18, 12);
const ALERTS = "docs/operations/alert-rules.yaml";
const DASHBOARD = "docs/operations/grafana-dashboard.json";
/** Written by `npm run backup -- --metrics`; backup.test.ts reads them. */
const OF_BACKUP = ["backup_last_success_timestamp_seconds", "backup_size_bytes"];

const rule = z.strictObject({
  alert: z.string().regex(/^Latchkey[A-Za-z]+$/),
  expr: z.string().min(1),
  for: z
    .string()
    .regex(/^\d+[mh]$/)
    .optional(),
  labels: z.strictObject({ severity: z.enum(["critical", "warning"]) }),
  annotations: z.strictObject({
    summary: z.string().min(1),
    description: z.string().regex(/\.$/),
    runbook: z.string().regex(/^docs\/operations\/runbook\.md#[a-z-]+$/),
  }),
});
const group = z.strictObject({ name: z.string(), rules: z.array(rule).min(1) });
const { groups } = z
  .strictObject({ groups: z.array(group).min(1) })
  .parse(parse(readFileSync(ALERTS, "utf8"), { strict: true }));
const rules = groups.flatMap((of) => of.rules);

const target = z.object({
  expr: z.string().min(1),
  legendFormat: z.string(),
  datasource: z.object({ uid: z.string().regex(/^\$\{datasource\}$/) }),
});
const place = z.object({
  x: z.int().min(0),
  y: z.int().min(0),
  w: z.int().min(1).max(24),
  h: z.int().min(1),
});
const panel = z.object({
  id: z.int(),
  title: z.string().min(1),
  gridPos: place,
  targets: z.array(target).default([]),
});
const dashboard = z
  .object({
    title: z.string(),
    templating: z.object({
      list: z.array(z.object({ name: z.string(), type: z.string(), query: z.string() })),
    }),
    panels: z.array(panel),
  })
  .parse(JSON.parse(readFileSync(DASHBOARD, "utf8")));
const targets = dashboard.panels.flatMap((of) => of.targets);

let server: TestDatabase;
/** The labels of each metric that a scrape of a service in use has. */
let labels: Map<string, Set<string>>;
beforeAll(async () => {
  server = await startTestDatabase();
  const ctx = { db: server.db, clock: { now: () => NOW }, requestId: "test" };
  const bill = JSON.stringify({ tier: "default", lines: [{ dimension: "second", quantity: 7 }] });
  await insertUsage(server.db, [
    {
      requestId: "one",
      accountId: 1,
      keyId: 1,
      timestamp: NOW,
      endpoint: "/v1/models",
      statusCode: 200,
      responseTime: 1,
      costMicros: 1,
      tokensIn: 1,
      tokensOut: 1,
      model: "demo-small",
      priceLines: bill,
    },
  ]);
  await rollUpUsage(ctx);
  const refused = { keyId: 1, code: "rate_limited", epoch: "a", since: NOW, last: NOW, before: 0 };
  const refusals = [{ ...refused, hour: NOW / 3_600_000, requests: 1 }];
  await postAndRead(server.db, [{ accountId: 1, batch: null, refusals }], NOW);
  const build = { version: "0.1.0", commit: "3f2a91c07be4", built_at: null };
  const step = { startedAt: NOW, duration: 1, error: null, report: {} };
  await recordRun(ctx, [{ ...step, name: "usage" }], build);
  const { families, series } = await scrapeAt(server.db, NOW, { mailFrom: "notices@example.com" });
  const names = [...families.map(({ name }) => name), ...OF_BACKUP.map((name) => METRICS_PREFIX + name)];
  labels = new Map(
    names.map((name) => [name, new Set(name === "latchkey_queue_oldest_timestamp_seconds" ? ["queue"] : [])]),
  );
  for (const of of series.keys())
    for (const [, label = ""] of of.slice(of.indexOf("[")).matchAll(/\["(\w+)",/g))
      labels.get(of.slice(0, of.indexOf("[")))?.add(label);
});
afterAll(() => server.stop());

const metricsIn = (expr: string) => expr.match(/\blatchkey_\w+/g) ?? [];
/** Labels that an expression matches or groups by; `job` is Prometheus's own. */
function labelsIn(expr: string): string[] {
  const grouped = [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, names = ""]) => names.split(", "));
  const matched = [...expr.matchAll(/(\w+)=~?"/g)].map(([, name = ""]) => name);
  return [...grouped, ...matched].filter((name) => name !== "job");
}

it("every metric and label that the alerts and the dashboard name is in a scrape", () => {
  const expressions = [...rules, ...targets].map(({ expr }) => expr);
  const unknown = expressions.flatMap((expr) => {
    const metrics = metricsIn(expr);
    const known = new Set(metrics.flatMap((name) => [...(labels.get(name) ?? [])]));
    return [
      ...metrics.filter((name) => !labels.has(name)),
      ...labelsIn(expr).filter((name) => !known.has(name)),
    ];
  });
  expect(unknown).toEqual([]);
  // `up` alone is not one of ours.
  expect(expressions.filter((expr) => metricsIn(expr).length === 0)).toEqual([rules[0]?.expr]);
});

it("legends and texts of alerts use labels that their expression has", () => {
  const known = (expr: string) => new Set(metricsIn(expr).flatMap((name) => [...(labels.get(name) ?? [])]));
  const wrong = [
    ...targets.flatMap(({ expr, legendFormat }) =>
      [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].filter(([, name = ""]) => !known(expr).has(name)),
    ),
    ...rules.flatMap(({ expr, annotations }) =>
      [...JSON.stringify(annotations).matchAll(/\$labels\.(\w+)/g)].filter(
        ([, name = ""]) => !known(expr).has(name),
      ),
    ),
  ];
  expect(wrong).toEqual([]);
});

it("the dashboard shows every metric, asks for its data source, and has no panels that overlap", () => {
  const shown = new Set(targets.flatMap(({ expr }) => metricsIn(expr)));
  expect([...labels.keys()].filter((name) => !shown.has(name))).toEqual([]);
  expect(dashboard.templating.list).toEqual([
    { name: "datasource", type: "datasource", query: "prometheus" },
  ]);
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length);
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, at) => `${x + (at % w)},${y + Math.floor(at / w)}`),
  );
  expect(new Set(cells).size).toBe(cells.length);
  for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24);
});

it("the reference lists every metric, and no other", () => {
  const [section = ""] =
    /^## Metrics\n[\s\S]*?^## /m.exec(readFileSync("docs/operations/reference.md", "utf8")) ?? [];
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  const cells = rows.map((row) => row.split("|")[1] ?? "");
  const documented = cells.flatMap((cell) => [
    ...cell.replace(/\([^)]*\)/g, "").matchAll(/`(\w+_\w+|accounts)`/g),
  ]);
  const names = documented.map(([, name]) => `${METRICS_PREFIX}${name}`);
  const own = [...labels.keys()].filter((name) => !OF_BACKUP.includes(name.slice(METRICS_PREFIX.length)));
  expect(names.toSorted()).toEqual(own.toSorted());
});
