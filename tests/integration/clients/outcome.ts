import type { Client } from "./packages.ts";
import { packageOf } from "./packages.ts";
import type { Recorded } from "./recorder.ts";
import { HELLO, type Shown, TOOL_RAN } from "./setting.ts";

const TRIALS = ["responds", "calls a tool", "streams"] as const;
type Trial = (typeof TRIALS)[number];

export interface Outcome {
  failed: Trial[];
  /** What the gateway said to each kind of request that it refused, also where the client found another way. */
  refusals: string[];
}

export interface Row extends Outcome {
  client: Client;
  setting: string;
}

const FEWEST_CHUNKS = 3;

export function outcomeOf({ text, tool, stream }: Shown, requests: readonly Recorded[]): Outcome {
  const passed: Record<Trial, boolean> = {
    responds: isExpected(text),
    "calls a tool": tool.includes("The tool returned:") && tool.includes(TOOL_RAN),
    streams:
      stream === null
        ? isExpected(text) && requests.filter(isGeneration).every(isStreamed)
        : stream.length >= FEWEST_CHUNKS && isExpected(stream.join("")),
  };
  const refused = requests.filter(({ method, status }) => method === "POST" && status >= 400);
  return {
    failed: TRIALS.filter((trial) => !passed[trial]),
    refusals: [...new Set(refused.map(({ status, path, error }) => `${status} ${path} ${error}`))],
  };
}

/** Clients add notes to what was said, and quote it. */
const isExpected = (text: string) => text.includes("You said: ") && text.includes(HELLO);

const isGeneration = ({ method, status }: Recorded) => method === "POST" && status < 400;
const isStreamed = ({ contentType }: Recorded) => contentType.startsWith("text/event-stream");

/** One line per setting, and below it why it fails. */
export function tableOf(rows: readonly Row[]): string {
  const cells = rows.map(({ client, setting, failed }) => {
    const { name, version } = packageOf(client);
    const marks = TRIALS.map((trial) => (failed.includes(trial) ? "no" : "yes"));
    return [name, version, setting, ...marks];
  });
  const lines = [["client", "version", "setting", ...TRIALS], ...cells];
  const widths = lines[0]?.map((_, at) => Math.max(...lines.map((line) => line[at]?.length ?? 0))) ?? [];
  const texts = lines.map((line) =>
    line
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  const [head = "", ...others] = texts;
  const reasons = rows.map(({ refusals }) => refusals.map((refusal) => `\n    refused: ${refusal}`).join(""));
  return [head, ...others.map((text, at) => `${text}${reasons[at]}`)].join("\n");
}
