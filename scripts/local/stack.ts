import { renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { StackAddresses } from "./addresses.ts";
import { buildApp } from "./build-app.ts";
import { Children } from "./children.ts";
import { startCronTimer } from "./cron-timer.ts";
import { prepareDemo } from "./demo.ts";
import { startLocalServices } from "./local-services.ts";
import { startLocalWorkers } from "./local-workers.ts";
import { choosePorts, localSecrets, requireFreePorts } from "./settings.ts";
import type { StackOptions, StackRun } from "./stack-run.ts";
import { ADDRESSES_FILE, claimStateFolder, emptyStateFolder } from "./state-folder.ts";
import { lockState } from "./state-lock.ts";
import type { StopList } from "./stop-list.ts";

const CRON_INTERVAL_MS = 10_000;

/** Everything Latchkey needs, on 127.0.0.1, with its state in one folder. `stops` can be run at any moment. */
export async function startStack(options: StackOptions, stops: StopList): Promise<StackAddresses> {
  const { folder, fresh } = options;
  const ports = choosePorts();
  await requireFreePorts(ports);
  stops.add(lockState(folder));
  if (fresh) emptyStateFolder(folder);
  claimStateFolder(folder);
  // One that was killed left its addresses behind; they count only while a stack is ready.
  rmSync(join(folder, ADDRESSES_FILE), { force: true });
  const children = new Children(join(folder, "logs"));
  children.onUnexpectedExit = options.onFailure;
  stops.add(() => children.stop());
  return await startParts({ ...options, ports, children, stops });
}

async function startParts(run: StackRun): Promise<StackAddresses> {
  const { folder, progress, stops } = run;
  const building = run.mode === "built" ? progress.step("App built", buildApp) : undefined;
  // Awaited below; until then a failure must not count as unhandled.
  building?.catch(() => {});
  const addresses = await startLocalServices(run);
  await Promise.all([
    progress.step("Demo account and usage", (say) =>
      prepareDemo(addresses, localSecrets(folder), run.usageRows, say),
    ),
    building?.then(() => startLocalWorkers(run, addresses)) ?? startLocalWorkers(run, addresses),
  ]);
  await progress.step("Usage rolled up", () => callOnce(addresses.cron));
  stops.add(startCronTimer(addresses.cron, CRON_INTERVAL_MS, (message) => console.warn(message)));

  const file = join(folder, ADDRESSES_FILE);
  // Whoever waits for the file must not read half of it.
  const whole = join(folder, "workers", ADDRESSES_FILE);
  writeFileSync(whole, JSON.stringify(addresses, null, 2), { mode: 0o600 });
  renameSync(whole, file);
  stops.add(() => rmSync(file, { force: true }));
  return addresses;
}

async function callOnce(address: string): Promise<void> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address} returned ${response.status}: ${await response.text()}`);
}
