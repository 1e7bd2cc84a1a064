import { createClient, isAuthRetryableFetchError } from "@supabase/supabase-js";
import type { z } from "zod";
import { apiKey, apiKeyList, revealedKey } from "#core/contract/keys.ts";
import type { StackAddresses } from "#scripts/local/addresses.ts";
import { runningStack, stateFolder } from "#scripts/local/state-folder.ts";

const NAME = "Traffic";

const HINT = "Start one with npm start, or give --url and --key.";

/** The gateway of the stack that runs here, and a key of its demo account, which is made if it is not there. */
export async function demoGateway(): Promise<{ baseUrl: string; key: string }> {
  const addresses = runningStack();
  if (addresses === null) throw new Error(`No stack is running in ${stateFolder()}. ${HINT}`);
  const token = await demoToken(addresses);
  const call = async <Schema extends z.ZodType>(schema: Schema, path: string, body?: object) => {
    const response = await fetch(`${addresses.web}/api${path}`, {
      method: body === undefined ? "GET" : "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${path} returned ${response.status}: ${await response.text()}`);
    return schema.parse(await response.json());
  };
  const baseUrl = `${addresses.web}/v1`;
  const kept = (await call(apiKeyList, "/keys")).find(
    ({ name, status }) => name === NAME && status === "active",
  );
  if (kept === undefined) return { baseUrl, key: (await call(apiKey, "/keys", { name: NAME })).key };
  return { baseUrl, key: (await call(revealedKey, `/keys/${kept.id}/reveal`, {})).key };
}

/** A session of the demo account. */
export async function demoToken({ supabase, demo }: StackAddresses): Promise<string> {
  const { auth } = createClient(supabase.url, supabase.publishableKey, { auth: { persistSession: false } });
  const { data, error } = await auth.signInWithPassword(demo);
  // A stack that was killed leaves its addresses behind.
  if (isAuthRetryableFetchError(error))
    throw new Error(`The stack in ${stateFolder()} doesn't respond. ${HINT}`);
  if (error) throw error;
  return data.session.access_token;
}
