import { tmpdir } from "node:os";
import { type BenchDatabase, withDatabase } from "./bench-database.ts";
import { gatewayLines } from "./gateway/gateway-report.ts";
import { measure, openManyAccounts, type Rounds } from "./gateway/measure-gateway.ts";
import { startRig } from "./gateway/rig.ts";
import { type Measured, SCENARIOS } from "./gateway/scenarios.ts";
import { MEMORY_FOLDER } from "./memory-folder.ts";
import { printReport } from "./report.ts";

/** What an admission costs beside its fsync, and with it; `null` where there is no such file system. */
const STORAGES = [
  {
    name: "in memory",
    folder: MEMORY_FOLDER,
    added: 0.75,
    one: 1.3,
    many: 1.5,
    large: 1.9,
    p99: 1,
  },
  // There the disk decides: only a worker with as many writes is a fair rival.
  { name: "on disk", folder: tmpdir(), bare: 0.9 },
] as const;

/** The gateway as it is deployed, against calling the upstream provider directly, through a bare worker, and by Portkey's. */
export async function gateway(): Promise<boolean> {
  let met = true;
  for (const { name, folder, ...targets } of STORAGES) {
    if (folder === null) continue;
    const measured = await withDatabase((database) => measureAll(database, folder));
    met = printReport(`gateway: the objects' storage ${name}`, gatewayLines(measured, targets)) && met;
  }
  return met;
}

async function measureAll(database: BenchDatabase, folder: string): Promise<Measured> {
  const rig = await startRig(database, folder);
  try {
    const many = await openManyAccounts(rig);
    const measured: [string, Rounds][] = [];
    for (const [name, scenario] of Object.entries(SCENARIOS)) {
      console.log(`  … ${scenario.what}`);
      measured.push([name, await measure(rig, scenario, many)]);
    }
    // Made of all the scenarios' names.
    return Object.fromEntries(measured) as Measured;
  } finally {
    await rig.stop();
  }
}
