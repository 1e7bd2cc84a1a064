import { spawnSync } from "node:child_process";
import { readFileSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { z } from "zod";
import type { BuildInfo } from "#core/contract/health.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const COMMIT_DIGITS = 12;
const manifest = z.object({ version: z.string() });

/** Identifies what is about to be bundled: the package's version, the commit, and the time. */
export function readBuildInfo(folder = ROOT): BuildInfo {
  const { version } = manifest.parse(JSON.parse(readFileSync(join(folder, "package.json"), "utf8")));
  return { version, commit: commitOf(folder), built_at: new Date().toISOString() };
}

/** For wrangler's `define`: the constant that worker/build-info.ts reads. */
export const buildDefinition = (build: BuildInfo) => ({ LATCHKEY_BUILD: JSON.stringify(build) });

/** Such as `0.1.0+3f2a91c07be4-dirty`: a version's tag at Cloudflare. */
export const buildTag = ({ version, commit }: Pick<BuildInfo, "version" | "commit">) =>
  `${version}+${commit}`;

/** `unknown` without git, and where the folder only lies inside of another repository. */
function commitOf(folder: string): string {
  if (git(folder, "rev-parse", "--show-toplevel") !== realpathSync(folder).replace(/\/$/, ""))
    return "unknown";
  const commit = git(folder, "rev-parse", `--short=${COMMIT_DIGITS}`, "HEAD");
  if (!commit) return "unknown";
  return git(folder, "status", "--porcelain") === "" ? commit : `${commit}-dirty`;
}

function git(folder: string, ...args: string[]): string | null {
  const { status, stdout } = spawnSync("git", args, { cwd: folder, encoding: "utf8" });
  return status === 0 ? stdout.trim() : null;
}
