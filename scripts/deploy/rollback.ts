import { z } from "zod";
import type { BuildInfo } from "#core/contract/health.ts";
import type { Progress } from "#scripts/local/progress.ts";
import type { DeployedWorker } from "./deployed-workers.ts";
import { runWrangler, workerOptions } from "./wrangler.ts";

const versionList = z.array(
  z.object({
    id: z.string(),
    metadata: z.object({ created_on: z.string() }),
    annotations: z.record(z.string(), z.string()).default({}),
  }),
);
const TAG = /^(?<version>[^+]+)\+(?<commit>[^+]+)$/;

/** The build that a tag such as `0.1.0+3f2a91c07be4` names, whenever it was made. @throws Error for any other text. */
export function buildOfTag(tag: string): BuildInfo {
  const { version, commit } = TAG.exec(tag)?.groups ?? {};
  if (version === undefined || commit === undefined)
    throw new Error("--rollback must be a build, such as 0.1.0+3f2a91c07be4.");
  return { version, commit, built_at: null };
}

/**
 * Goes back to the newest version of this build, with the variables and secrets it was deployed with. Web is first,
 * because it may need an entry point that an earlier api doesn't have.
 * @throws Error that names each worker without such a version, before any of them changes.
 */
export async function rollBack(
  { step }: Progress,
  { workers, tag }: { workers: readonly DeployedWorker[]; tag: string },
): Promise<void> {
  const found = await Promise.all(workers.map((worker) => findVersion(worker, tag)));
  const missing = found.flatMap((result) => ("missing" in result ? [result.missing] : []));
  if (missing.length > 0)
    throw new Error(`No worker was changed, because not all of them have this build:\n${missing.join("\n")}`);
  for (const result of found.toReversed()) {
    if ("missing" in result) continue;
    const { worker, id } = result;
    const reason = ["--message", `Back to ${tag}`, "--yes"];
    await step(`${worker.name} rolled back to ${tag}`, () =>
      runWrangler(["rollback", id, ...workerOptions(worker), ...reason]),
    );
  }
}

async function findVersion(
  worker: DeployedWorker,
  tag: string,
): Promise<{ worker: DeployedWorker; id: string } | { missing: string }> {
  const { stdout } = await runWrangler(["versions", "list", ...workerOptions(worker), "--json"]);
  const versions = versionList
    .parse(JSON.parse(stdout))
    .toSorted((a, b) => b.metadata.created_on.localeCompare(a.metadata.created_on));
  const tagOf = ({ annotations }: (typeof versions)[number]) => annotations["workers/tag"];
  const version = versions.find((each) => tagOf(each) === tag);
  if (version !== undefined) return { worker, id: version.id };
  const tags = [...new Set(versions.flatMap((each) => tagOf(each) ?? []))];
  return { missing: `  ${worker.name} has: ${tags.join(", ") || "no build"}` };
}
