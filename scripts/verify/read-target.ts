import { parseArgs } from "node:util";
import { sharedVars } from "#scripts/deploy/deployed-workers.ts";
import { ENVIRONMENTS, SECRETS_FILE } from "#scripts/deploy/environments.ts";
import { readSecrets, VERIFY_TOKEN } from "#scripts/deploy/secrets-file.ts";
import type { StackAddresses } from "#scripts/local/addresses.ts";
import { workerVariables } from "#scripts/local/local-workers.ts";
import { runningStack, stateFolder } from "#scripts/local/state-folder.ts";
import type { WorkerVariables } from "#scripts/local/worker-configs.ts";
import { demoToken } from "#scripts/traffic/demo-key.ts";
import { usageOf } from "#scripts/usage.ts";
import type { Target } from "./target.ts";

/** The settings that the checks use. */
const NAMES = [
  "HEALTH_TOKEN",
  "MAIL_API_KEY",
  "MAIL_API_URL",
  "MAIL_FROM",
  "STRIPE_API_URL",
  "STRIPE_SECRET_KEY",
  "STRIPE_WEBHOOK_SECRET",
  "UPSTREAM_API_KEY",
  "UPSTREAM_URL",
  VERIFY_TOKEN,
];

/**
 * The service that a command line names. Its settings are those of the deployment: the variables of the `wrangler.toml`
 * files, the file of secrets, and the environment, which wins. Those of the running `npm start` come from the stack.
 * @throws Error for an address that these settings don't belong to: it would be sent their secrets.
 */
export async function readTarget(words: string[]): Promise<Target> {
  const { environment, file, origin } = readOptions(words);
  const stack = runningStack();
  if (stack?.web === origin) return await localTarget(stack);
  const vars = sharedVars(environment);
  if (vars.APP_ORIGIN !== origin)
    throw new Error(
      `${origin} isn't APP_ORIGIN of ${environment} (${vars.APP_ORIGIN}), and its secrets are sent nowhere else. Use that address, or name the other environment with --env.`,
    );
  const secrets = readSecrets(file);
  if (secrets === null) console.warn(`There is no ${file}: only the environment has secrets.\n`);
  const given = NAMES.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : []));
  return { origin, isLocal: false, settings: { ...vars, ...secrets, ...Object.fromEntries(given) } };
}

function readOptions(words: string[]) {
  const text = { type: "string" } as const;
  const options = { env: text, secrets: text } as const;
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const { env = "production", secrets } = values;
    const environment = ENVIRONMENTS.find((known) => known === env);
    if (environment === undefined) throw new Error(`--env must be ${ENVIRONMENTS.join(" or ")}.`);
    const [address = "", ...rest] = positionals;
    if (!URL.canParse(address) || rest.length > 0)
      throw new Error("Name one address, such as https://keys.example.com.");
    return { environment, origin: new URL(address).origin, file: secrets ?? SECRETS_FILE[environment] };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n${usageOf("verify")}`);
  }
}

/** The running stack, on behalf of its demo account. */
async function localTarget(stack: StackAddresses): Promise<Target> {
  const settings = allSettings(workerVariables(stack, stateFolder()));
  return {
    origin: stack.web,
    isLocal: true,
    settings: { ...settings, [VERIFY_TOKEN]: await demoToken(stack) },
  };
}

/** The variables and secrets of all workers of a local stack. */
export const allSettings = (workers: WorkerVariables): Record<string, string> =>
  Object.assign({}, ...Object.values(workers).flatMap(({ vars, secrets }) => [vars, secrets]));
