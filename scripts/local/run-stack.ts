import { parseArgs } from "node:util";
import type { StackAddresses } from "./addresses.ts";
import { readOwnUpstream } from "./own-upstream.ts";
import { consoleProgress } from "./progress.ts";
import { startStack } from "./stack.ts";
import type { StackOptions } from "./stack-run.ts";
import { stateFolder } from "./state-folder.ts";
import { StopList } from "./stop-list.ts";

const DEFAULT_USAGE_ROWS = 60_000;
const MOST_USAGE_ROWS = 5_000_000;

/** `npm start` and `npm run dev`: starts the stack, prints its addresses, and stops it on a signal. */
export async function runStack(mode: StackOptions["mode"]): Promise<void> {
  const started = performance.now();
  const { fresh, usageRows, ownUpstream } = readArguments();
  const stops = new StopList();
  let ending = false;
  const end = async (code: number, message?: string) => {
    if (ending) return;
    ending = true;
    if (message) console.error(`\n${message}`);
    else console.log("\nStopping …");
    await stops.run();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => void end(0));
  // The channel to the bootstrap: it closes when that process is gone, however it went.
  process.on("disconnect", () => void end(0));

  console.log(`Starting Latchkey${mode === "hot" ? " with hot reload" : ""}\n`);
  try {
    const onFailure = (message: string) => void end(1, message);
    const options = { mode, folder: stateFolder(), fresh, usageRows, ownUpstream };
    const addresses = await startStack({ ...options, progress: consoleProgress(), onFailure }, stops);
    const provider = ownUpstream === null ? "demo" : "your own";
    printAddresses(addresses, provider, (performance.now() - started) / 1000);
  } catch (error) {
    await end(1, error instanceof Error ? error.message : String(error));
  }
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        fresh: { type: "boolean", default: false },
        "usage-rows": { type: "string", default: String(DEFAULT_USAGE_ROWS) },
      },
    });
    const usageRows = Number(values["usage-rows"]);
    if (!Number.isInteger(usageRows) || usageRows < 0 || usageRows > MOST_USAGE_ROWS) {
      throw new Error(`--usage-rows must be a whole number from 0 to ${MOST_USAGE_ROWS}.`);
    }
    return { fresh: values.fresh, usageRows, ownUpstream: readOwnUpstream(process.env) };
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    return process.exit(1);
  }
}

function printAddresses(addresses: StackAddresses, provider: string, seconds: number): void {
  const { web, inbox, supabase, google, github, stripe, upstream, libsql, cron, demo, operator } = addresses;
  const groups = [
    [
      ["Dashboard", web],
      ["Inbox (mail)", inbox],
      ["Gateway", `${web}/v1`],
      [`Upstream provider (${provider})`, upstream.url],
      ["Stripe (emulated)", stripe.url],
      ["Supabase (local)", supabase.url],
      ["Google (emulated)", google],
      ["GitHub (emulated)", github],
      ["libSQL", libsql.url],
      ["Cron, on demand", cron],
      ["Health report", `${web}/api/health?verbose`],
      ["Its bearer token", addresses.healthToken],
      ["Metrics", `${web}/api/metrics`],
      ["Their bearer token", addresses.metricsToken],
    ],
    [
      ["Sign in as", demo.email],
      ["Password", demo.password],
    ],
    [
      ["Operator's desk", `${web}/operator`],
      ["Sign in as", operator.email],
      ["Password", operator.password],
      ["Authenticator's secret", operator.totpSecret],
    ],
    [["Test card", "4242 4242 4242 4242"]],
  ] as const;
  const width = 2 + Math.max(...groups.flat().map(([name]) => name.length));
  const tables = groups.map((rows) =>
    rows.map(([name, value]) => `  ${name.padEnd(width)}${value}`).join("\n"),
  );
  console.log(
    [`\nLatchkey is ready in ${seconds.toFixed(1)} s`, ...tables, "Ctrl-C stops everything."].join("\n\n"),
  );
}
