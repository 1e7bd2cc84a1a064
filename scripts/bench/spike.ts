import { withDatabase } from "./bench-database.ts";
import { loadUsage } from "./usage-load.ts";
import { measureWhole } from "./rollup-speed.ts";
const [rows, accounts] = process.argv.slice(2).map(Number) as [number, number];
await withDatabase(async (d) => {
  await loadUsage(d.db, { rows, accounts }, true);
  const w = await measureWhole(d);
  console.log(rows, accounts, "plain", Math.round(rows / w.plain.ms * 1000), "rolled", Math.round(rows / w.rolled.ms * 1000), (w.plain.ms / w.rolled.ms).toFixed(2), "cpu", w.plain.cpu, w.rolled.cpu, "worst", w.worst);
});
