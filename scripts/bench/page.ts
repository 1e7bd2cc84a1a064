import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createClient } from "@supabase/supabase-js";
import { sql } from "drizzle-orm";
import { type Browser, chromium } from "playwright-core";
import { SESSION_STORAGE_KEY } from "#app/lib/auth/stored-session.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { openDatabase } from "#core/storage/database.ts";
import type { StackAddresses } from "#scripts/local/addresses.ts";
import { testBrowser } from "#scripts/testing/test-browser.ts";
import { startTestStack } from "#scripts/testing/test-stack.ts";
import { type PaintTimes, paintTimes } from "./page/paint-times.ts";
import { type RivalServer, serveRival } from "./page/serve-rival.ts";
import { type Line, printReport } from "./report.ts";

const ROUNDS = 5;
const DAYS = 7;
const TARGET = 0.5;
/** The data service at hand takes a hundred values at a time. */
const ROWS_AT_A_TIME = 25;
const IN_MEMORY = { auth: { persistSession: false, autoRefreshToken: false } };
/** The dashboard's default, and one of more pages; a month of them takes the rival a minute. */
const RANGES = [
  { range: "24h", days: 1, target: TARGET },
  { range: "7d", days: 7, target: undefined },
] as const;

/** The dashboard against a page that does what the specification describes, on the same rows and the same phone. */
export async function page(): Promise<boolean> {
  console.log("Starting a stack of its own …");
  const stack = await startTestStack();
  const folder = mkdtempSync(join(tmpdir(), "latchkey-rival-"));
  const { addresses } = stack;
  let rival: RivalServer | undefined;
  let browser: Browser | undefined;
  try {
    const rows = await copyUsage(addresses);
    const { url, secretKey } = addresses.supabase;
    rival = await serveRival(folder, { url, key: secretKey }, await isCompressed(addresses.web));
    browser = await chromium.launch({ executablePath: await testBrowser(), args: ["--no-sandbox"] });
    return await compare(browser, { addresses, rival: rival.url, rows });
  } finally {
    await browser?.close();
    rival?.stop();
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Copies the demo account's rows to where the rival reads them; row-level security requires the secret key there. */
async function copyUsage({ libsql, supabase }: StackAddresses): Promise<number> {
  const db = openDatabase({ url: libsql.url });
  const target = createClient(supabase.url, supabase.secretKey, IN_MEMORY).from("api_usage");
  const rows = await db.all<{ timestamp: number }>(
    sql`SELECT timestamp, e.path AS endpoint, status_code, response_time
        FROM api_usage JOIN endpoints e ON e.id = endpoint_id
        WHERE timestamp >= ${Date.now() - DAYS * DAY_MS} ORDER BY timestamp`,
  );
  for (let i = 0; i < rows.length; i += ROWS_AT_A_TIME) {
    const some = rows.slice(i, i + ROWS_AT_A_TIME);
    const { error } = await target.insert(
      some.map(({ timestamp, ...row }) => ({ ...row, timestamp: new Date(timestamp).toISOString() })),
    );
    if (error) throw error;
  }
  return rows.length;
}

/** A server at hand may send files as they are; then the rival's are too. */
async function isCompressed(web: string): Promise<boolean> {
  const [, script = ""] =
    /src="?(\/assets\/[^"]+\.js)|import "(?=\/)/.exec(await (await fetch(`${web}/login`)).text()) ?? [];
  const { headers } = await fetch(new URL(script, web), { headers: { "accept-encoding": "gzip" } });
  return headers.get("content-encoding") !== null;
}

async function demoSession({ supabase, demo }: StackAddresses): Promise<string> {
  const { auth } = createClient(supabase.url, supabase.publishableKey, IN_MEMORY);
  const { data, error } = await auth.signInWithPassword(demo);
  if (error) throw error;
  return JSON.stringify(data.session);
}

interface Sides {
  addresses: StackAddresses;
  rival: string;
  rows: number;
}

/** They take turns, so that a busy moment of the machine meets both. */
async function compare(browser: Browser, { addresses, rival, rows }: Sides): Promise<boolean> {
  const storage = { [SESSION_STORAGE_KEY]: await demoSession(addresses) };
  const lines: Line[] = [];
  for (const { range, days, target } of RANGES) {
    const [mine, theirs]: PaintTimes[][] = [[], []];
    for (let round = 0; round < ROUNDS; round++) {
      const url = `${addresses.web}/?range=${range}`;
      mine?.push(await paintTimes(browser, { url, storage, figures: "text=View as table" }));
      theirs?.push(
        await paintTimes(browser, { url: `${rival}/?days=${days}`, storage: {}, figures: "#figures" }),
      );
    }
    lines.push(...linesOf(range, middle(mine ?? []), middle(theirs ?? []), target));
  }
  return printReport(
    `page: the dashboard on a slow phone, ${rows.toLocaleString("en-US")} rows in ${DAYS} days`,
    lines,
  );
}

const median = (values: number[]) =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
const middle = (times: PaintTimes[]): PaintTimes => ({
  largest: median(times.map(({ largest }) => largest)),
  figures: median(times.map(({ figures }) => figures)),
});

function linesOf(range: string, mine: PaintTimes, theirs: PaintTimes, target: number | undefined): Line[] {
  const ms = (value: number) => `${Math.round(value)} ms`;
  const against = (name: keyof PaintTimes) =>
    `${ms(mine[name])} : ${ms(theirs[name])} = ${(mine[name] / theirs[name]).toFixed(2)}×`;
  const met = mine.largest / theirs.largest <= (target ?? Number.POSITIVE_INFINITY);
  return [
    {
      what: `${range}: largest paint`,
      figure: against("largest"),
      ...(target !== undefined && { target: `at most ${target}×`, met }),
    },
    { what: `${range}: until the figures are there`, figure: against("figures") },
  ];
}
