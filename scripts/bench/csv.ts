import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { z } from "zod";
import type { Range } from "#core/domain/ranges.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { withDatabase } from "./bench-database.ts";
import { printReport } from "./report.ts";
import { loadUsage, NOW } from "./usage-load.ts";

const ROWS = 1_000_000;
const FLAT_TARGET_MB = 48;
const MB = 1_048_576;
const PROCESS = fileURLToPath(new URL("csv-process.ts", import.meta.url));

const fileCost = z.object({
  rows: z.number(),
  ms: z.number(),
  /** CPU milliseconds of the process that makes the file. */
  cpu: z.number(),
  /** By how many bytes its memory grew at most. */
  grown: z.number(),
});
type FileCost = z.infer<typeof fileCost>;

/** The usage file of an account with a million requests in 30 days: streamed, and built in memory. */
export async function csv(): Promise<boolean> {
  return await withDatabase(async ({ db, url }) => {
    await loadUsage(db, { rows: ROWS, accounts: 1 });
    await rollUpUsage({ db, clock: { now: () => NOW }, requestId: "bench" });
    const costOf = async (way: "streamed" | "whole", range: Range): Promise<FileCost> => {
      const { stdout } = await promisify(execFile)(process.execPath, [PROCESS, url, way, range]);
      return fileCost.parse(JSON.parse(stdout));
    };
    const week = await costOf("streamed", "7d");
    const month = await costOf("streamed", "30d");
    return report({ week, month, whole: await costOf("whole", "30d") });
  });
}

function report({ week, month, whole }: Record<"week" | "month" | "whole", FileCost>): boolean {
  const count = (n: number) => Math.round(n).toLocaleString("en-US");
  const speed = ({ rows, ms, cpu }: FileCost) =>
    `${count((rows / ms) * 1000)} rows/s (${((cpu / rows) * 1000).toFixed(1)} µs of CPU a row)`;
  const memory = ({ grown }: FileCost) => `${(grown / MB).toFixed(0)} MB`;
  const flat = (month.grown - week.grown) / MB;
  const whatever = `all ${count(whole.rows)} rows, then one text`;
  return printReport(`csv: the usage file of an account with ${count(ROWS)} requests`, [
    { what: `streamed, ${count(month.rows)} rows`, figure: speed(month) },
    { what: whatever, figure: speed(whole) },
    { what: `memory at most, streamed, ${count(week.rows)} rows`, figure: memory(week) },
    {
      what: `memory at most, streamed, ${count(month.rows)} rows`,
      figure: memory(month),
      target: `at most ${FLAT_TARGET_MB} MB more`,
      met: flat <= FLAT_TARGET_MB,
    },
    { what: `memory at most, ${whatever}`, figure: memory(whole) },
    {
      what: "every request of the window is in the file",
      figure: `${count(month.rows)} of ${count(whole.rows)}`,
      target: "all",
      met: month.rows === whole.rows,
    },
  ]);
}
