import { csvRecord } from "#core/domain/csv.ts";
import { RANGE_MS, type Range } from "#core/domain/ranges.ts";
import { exportUsage } from "#core/services/usage/export-usage.ts";
import { type Database, openDatabase } from "#core/storage/database.ts";
import { benchAccount } from "./bench-account.ts";
import { BIG_ACCOUNT, NOW } from "./usage-load.ts";

/** Runs in a separate process, so that only the file is in its memory. Prints a `FileCost`. */
const [, , url = "", way = "", range = ""] = process.argv;
const ROWS_A_PAGE = 2_000;
const LINE_END = 10;

const db = openDatabase({ url });
const before = process.memoryUsage.rss();
let peak = before;
const look = () => {
  peak = Math.max(peak, process.memoryUsage.rss());
};

/** Reads the stream one chunk at a time. */
async function streamed(): Promise<number> {
  const account = benchAccount(BIG_ACCOUNT);
  const ctx = { db, account, clock: { now: () => NOW }, requestId: "bench" };
  let lines = 0;
  // The benchmark passes one of the ranges.
  const reader = (await exportUsage(ctx, { range: range as Range, tz: "Asia/Kolkata" })).getReader();
  for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
    for (const byte of chunk.value) if (byte === LINE_END) lines++;
    look();
  }
  return lines - 1;
}

/** The obvious implementation: reads all rows, then builds the whole text. */
async function whole(database: Database): Promise<number> {
  const sql = `SELECT u.*, path FROM api_usage AS u JOIN endpoints AS e ON e.id = endpoint_id
    WHERE account_id = ? AND timestamp BETWEEN ? AND ? AND (timestamp, u.id) < (?, ?)
    ORDER BY timestamp DESC, u.id DESC LIMIT ${ROWS_A_PAGE}`;
  const all: Record<string, unknown>[] = [];
  for (let place = [NOW + 1, 0]; ; ) {
    const from = NOW - RANGE_MS[range as Range];
    const { rows } = await database.$client.execute({ sql, args: [BIG_ACCOUNT, from, NOW, ...place] });
    all.push(...rows.map((row) => ({ ...row })));
    look();
    const last = rows.at(-1);
    if (!last || rows.length < ROWS_A_PAGE) break;
    place = [Number(last.timestamp), Number(last.id)];
  }
  const text = all.map((row) => csvRecord(Object.values(row).map(String))).join("");
  const bytes = new TextEncoder().encode(text);
  look();
  return bytes.length > 0 ? all.length : 0;
}

const started = performance.now();
const rows = way === "whole" ? await whole(db) : await streamed();
const ms = performance.now() - started;
const { user, system } = process.cpuUsage();
console.log(JSON.stringify({ rows, ms, cpu: (user + system) / 1000, grown: peak - before }));
