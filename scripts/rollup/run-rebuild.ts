import { parseArgs } from "node:util";
import { DomainError } from "#core/domain/errors.ts";
import { DAY_MS } from "#core/domain/time.ts";
import { findAccount } from "#core/services/operator/look-up-account.ts";
import {
  type RebuildReport,
  type RebuildRequest,
  rebuildRollup,
} from "#core/services/rollup/rebuild-rollup.ts";
import { usageOf } from "#scripts/usage.ts";
import type { Output } from "../operator/command.ts";
import { operatorContext } from "../operator/operator-context.ts";
import { required, UsageError } from "../operator/options.ts";

/** @returns the exit code: 0 everything is equal now, 1 refused or not equal, 2 called wrongly. */
export async function runRebuild(words: string[], output: Output): Promise<number> {
  try {
    const { account, ...days } = readRequest(words);
    const ctx = operatorContext(undefined);
    const owner = account === undefined ? undefined : (await findAccount(ctx, account)).id;
    const report = await rebuildRollup(ctx, { ...days, account: owner }, (progress) =>
      output.log(`Account ${progress.account}: ${figures(progress, days.dryRun)}`),
    );
    output.log(`${report.accounts} accounts: ${figures(report, days.dryRun)}`);
    return (days.dryRun ? report.differed : report.left) === 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof UsageError || error instanceof DomainError)) throw error;
    output.error(
      error instanceof UsageError ? `${error.message}\n\n${usageOf("rebuild-rollup")}` : error.message,
    );
    return error instanceof UsageError ? 2 : 1;
  }
}

function figures({ buckets, differed, left }: Omit<RebuildReport, "accounts">, dryRun = false): string {
  const found = `${buckets} buckets, ${differed} wrong`;
  return dryRun ? `${found}.` : `${found}, ${left} still wrong after rebuilding.`;
}

function readRequest(words: string[]): Omit<RebuildRequest, "account"> & { account: string | undefined } {
  const { from, to, account, after, "dry-run": dryRun } = readOptions(words);
  const firstDay = dayOf(required(from, "from"), "from");
  const lastDay = dayOf(required(to, "to"), "to");
  if (lastDay < firstDay) throw new UsageError("--to must not be before --from.");
  if (after !== undefined && !/^\d{1,15}$/.test(after)) {
    throw new UsageError("--after must be the number of an account.");
  }
  return { firstDay, lastDay, account, after: after === undefined ? undefined : Number(after), dryRun };
}

function readOptions(words: string[]) {
  const text = { type: "string" } as const;
  const options = {
    from: text,
    to: text,
    account: text,
    after: text,
    "dry-run": { type: "boolean" },
  } as const;
  try {
    return parseArgs({ args: words, options }).values;
  } catch (error) {
    throw new UsageError(error instanceof Error ? error.message : "The options cannot be read.");
  }
}

/** `2026-05-01` as the number of the UTC day from the epoch. */
function dayOf(text: string, name: string): number {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  if (!isDay) throw new UsageError(`--${name} must be a day, such as 2026-05-01.`);
  return time / DAY_MS;
}
