import { spawn } from "node:child_process";
import { z } from "zod";
import type { CommandResult } from "#scripts/run-command.ts";

const LONGEST_MS = 60_000;

const report = z.object({
  vulnerabilities: z.record(z.string(), z.object({ severity: z.string() })),
  metadata: z.object({ vulnerabilities: z.record(z.string(), z.number()) }),
});
const failure = z.object({ error: z.object({ code: z.string().optional() }) });

interface Audit extends CommandResult {
  /** Why nothing was checked; null when it was. */
  unchecked: string | null;
}

const NO_AUDIT = "the registry gave no list of known faults, so NOTHING was checked";

/**
 * Interprets `npm audit --json`. A registry without a list of vulnerabilities proves nothing about the tree either way.
 * @param code its exit code: 1 for vulnerabilities at or above the requested level, and when the registry did not respond.
 */
export function auditOutcome(stdout: string, code: number): Omit<Audit, "seconds"> {
  const output = parsed(stdout);
  const audited = report.safeParse(output);
  if (audited.success) {
    const found = Object.entries(audited.data.vulnerabilities);
    return {
      code,
      output: found.map(([name, { severity }]) => `${name}: ${severity}`).join("\n"),
      unchecked: null,
    };
  }
  const reason = failure.safeParse(output).data?.error.code;
  return { code: 0, output: "", unchecked: reason ? `${NO_AUDIT} (${reason})` : NO_AUDIT };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Asks the registry for known faults in what is deployed; from `high` on they fail. */
export async function auditDependencies(): Promise<Audit> {
  const started = performance.now();
  const child = spawn("npm", ["audit", "--omit=dev", "--audit-level=high", "--json"], {
    stdio: ["ignore", "pipe", "ignore"],
    timeout: LONGEST_MS,
  });
  let stdout = "";
  child.stdout.on("data", (chunk: Buffer) => {
    stdout += chunk.toString();
  });
  const code = await new Promise<number>((resolve) => {
    child.once("error", () => resolve(1));
    child.once("close", (ended) => resolve(ended ?? 1));
  });
  return { ...auditOutcome(stdout, code), seconds: (performance.now() - started) / 1000 };
}
