import { z } from "zod";
import type { Progress } from "#scripts/local/progress.ts";
import { type DeployedWorker, settingsOf } from "./deployed-workers.ts";
import { runWrangler, withFolder, workerOptions, writePrivate } from "./wrangler.ts";

/** Secrets that a deployed worker holds and the configuration no longer has: an upload keeps them as they are. */
export interface LeftoverSecrets {
  worker: DeployedWorker;
  names: string[];
}

const secretList = z.array(z.object({ name: z.string() }));

/** Cloudflare lists names, never values. */
export async function findLeftoverSecrets(
  workers: readonly DeployedWorker[],
  secrets: Record<string, string>,
): Promise<LeftoverSecrets[]> {
  const leftovers: LeftoverSecrets[] = [];
  for (const worker of workers) {
    const { stdout } = await runWrangler(["secret", "list", ...workerOptions(worker), "--format", "json"]);
    const configured = settingsOf(worker, secrets).secrets;
    const held = secretList.parse(JSON.parse(stdout)).map(({ name }) => name);
    const names = held.filter((name) => !Object.hasOwn(configured, name)).sort();
    if (names.length > 0) leftovers.push({ worker, names });
  }
  return leftovers;
}

/** Each worker's in one request, so that no version of it has only some of them. */
export async function removeLeftoverSecrets(
  { step }: Progress,
  leftovers: readonly LeftoverSecrets[],
): Promise<void> {
  for (const { worker, names } of leftovers) {
    const removals = Object.fromEntries(names.map((name) => [name, null]));
    await step(`${worker.name}: removed ${names.join(", ")}`, () =>
      withFolder((folder) =>
        runWrangler([
          "secret",
          "bulk",
          writePrivate(folder, "removals.json", removals),
          ...workerOptions(worker),
        ]),
      ),
    );
  }
}

export const describeLeftovers = (leftovers: readonly LeftoverSecrets[]) =>
  leftovers.map(({ worker, names }) => `  ${worker.name}: ${names.join(", ")}`).join("\n");
