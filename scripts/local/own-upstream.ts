import { gatewayEnv } from "#worker/gateway/env.ts";
import type { StackAddresses } from "./addresses.ts";

const ownEnv = gatewayEnv.pick({ UPSTREAM_URL: true, UPSTREAM_API_KEY: true });

/**
 * The upstream provider that UPSTREAM_URL and UPSTREAM_API_KEY name, in place of the demo one; null without them.
 * @throws Error naming a wrong variable, never its value.
 */
export function readOwnUpstream(env: NodeJS.ProcessEnv): StackAddresses["upstream"] | null {
  if (!env.UPSTREAM_URL && !env.UPSTREAM_API_KEY) return null;
  if (!env.UPSTREAM_URL)
    throw new Error(
      "UPSTREAM_API_KEY is set, but UPSTREAM_URL isn't. Set it to your provider's address, such as http://127.0.0.1:11434/v1, or unset both to use the demo provider.",
    );
  const { success, data, error } = ownEnv.safeParse(env);
  if (success) return { url: data.UPSTREAM_URL, apiKey: data.UPSTREAM_API_KEY ?? "" };
  const problems = error.issues.map(({ path, message }) => `${path.join(".")} ${message}`);
  throw new Error(`${problems.join(", and ")}. Without them, npm start uses the demo provider.`);
}
