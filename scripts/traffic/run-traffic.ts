import { parseArgs } from "node:util";
import type { Output } from "../operator/command.ts";
import { demoGateway } from "./demo-key.ts";
import { FAIL_EVERY } from "./mix.ts";
import { sendRequests } from "./send-requests.ts";

const MOST_REQUESTS = 100_000;

/** Sends requests through a gateway, by default the one of the stack that runs here. @returns the exit code. */
export async function runTraffic(words: string[], output: Output): Promise<number> {
  try {
    await send(words, output);
    return 0;
  } catch (error) {
    output.error(error instanceof Error ? error.message : String(error));
    return 1;
  }
}

async function send(words: string[], output: Output): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      url: { type: "string" },
      key: { type: "string" },
      model: { type: "string", default: "demo-small" },
      count: { type: "string", default: "50" },
      parallel: { type: "string", default: "4" },
      "fail-every": { type: "string", default: String(FAIL_EVERY) },
    },
  });
  const plan = {
    model: values.model,
    count: wholeNumber("count", values.count, 1),
    parallel: wholeNumber("parallel", values.parallel, 1),
    failEvery: wholeNumber("fail-every", values["fail-every"], 0),
  };
  const gateway =
    values.url !== undefined && values.key !== undefined
      ? { baseUrl: values.url, key: values.key }
      : await demoGateway();
  const started = performance.now();
  const { succeeded, tokens, errors } = await sendRequests({ ...gateway, ...plan });
  const seconds = (performance.now() - started) / 1000;
  output.log(`${succeeded} succeeded with ${tokens} tokens in ${seconds.toFixed(1)} s`);
  for (const [error, times] of errors) output.log(`${times} × ${error}`);
}

function wholeNumber(name: string, text: string, least: number): number {
  const number = Number(text);
  if (Number.isInteger(number) && number >= least && number <= MOST_REQUESTS) return number;
  throw new Error(`--${name} must be a whole number from ${least} to ${MOST_REQUESTS}.`);
}
