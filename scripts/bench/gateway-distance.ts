import { tmpdir } from "node:os";
import { withDatabase } from "./bench-database.ts";
import { distanceLines, type MeasuredDistances } from "./gateway/distance-report.ts";
import { measure, type Rounds } from "./gateway/measure-gateway.ts";
import { startRig } from "./gateway/rig.ts";
import { DISTANT } from "./gateway/scenarios.ts";
import { MEMORY_FOLDER } from "./memory-folder.ts";
import { printReport } from "./report.ts";

/** What production adds: an account's object is in one place, and the worker runs wherever the request arrives. */
export function gatewayDistance(): Promise<boolean> {
  return withDatabase(async (database) => {
    const rig = await startRig(database, MEMORY_FOLDER ?? tmpdir());
    try {
      const measured: [string, Rounds][] = [];
      for (const [name, scenario] of Object.entries(DISTANT)) {
        console.log(`  … ${scenario.what}`);
        measured.push([name, await measure(rig, scenario, [])]);
      }
      // Made of all the scenarios' names.
      const lines = distanceLines(Object.fromEntries(measured) as MeasuredDistances);
      return printReport("gateway-distance: added to the upstream provider's own time", lines);
    } finally {
      await rig.stop();
    }
  });
}
