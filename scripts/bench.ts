import { books } from "./bench/books.ts";
import { csv } from "./bench/csv.ts";
import { dashQuery } from "./bench/dash-query.ts";
import { gateway } from "./bench/gateway.ts";
import { gatewayDistance } from "./bench/gateway-distance.ts";
import { gatewayHostile } from "./bench/gateway-hostile.ts";
import { gatewaySteps } from "./bench/gateway-steps.ts";
import { importBench } from "./bench/import.ts";
import { page } from "./bench/page.ts";
import { playground } from "./bench/playground.ts";
import { posting } from "./bench/posting.ts";
import { restoreBench } from "./bench/restore.ts";
import { rollup } from "./bench/rollup.ts";

/** Each benchmark prints its figures next to its rivals' from the same run, and whether it meets its targets. */
const BENCHES: Record<string, () => Promise<boolean>> = {
  "dash-query": dashQuery,
  books,
  rollup,
  posting,
  import: importBench,
  csv,
  gateway,
  "gateway-distance": gatewayDistance,
  "gateway-hostile": gatewayHostile,
  "gateway-steps": gatewaySteps,
  page,
  playground,
  restore: restoreBench,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in BENCHES));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(", ")}. There are: ${Object.keys(BENCHES).join(", ")}.`);
  process.exit(2);
}
let met = true;
for (const [name, bench] of Object.entries(BENCHES)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  met = (await bench()) && met;
}
process.exit(met ? 0 : 1);
