import { join } from "node:path";
import { listenOnLoopback } from "../loopback-server.ts";
import { createSupabaseApp } from "./app.ts";
import { openLite } from "./lite-internals.ts";
import type { Mail } from "./mails.ts";
import { type ProjectKeys, readProjectKeys } from "./project-keys.ts";
import { readSigningKey } from "./signing-key.ts";
import { openStore } from "./store.ts";
import { MINIMUM_PASSWORD_LENGTH } from "./users.ts";

interface SupabaseOptions extends Partial<ProjectKeys> {
  port: number;
  /** Where users, sessions and keys are kept between starts. */
  folder: string;
  /** The site that mailed links lead into, and the only origin that may call from a browser. */
  siteUrl: string;
  sendMail(mail: Mail): Promise<void>;
}

interface LocalSupabase extends ProjectKeys {
  url: string;
  stop(): Promise<void>;
}

/** A Supabase project of this machine: sign-in and PostgREST on a loopback port, with the hosted tokens and errors. */
export async function startSupabase(options: SupabaseOptions): Promise<LocalSupabase> {
  const { port, folder, siteUrl, sendMail } = options;
  const url = `http://127.0.0.1:${port}`;
  const [key, keys] = await Promise.all([readSigningKey(folder), readProjectKeys(folder, options)]);
  const lite = await openLite({
    file: join(folder, "supabase.db"),
    url,
    siteUrl,
    keys,
    minimumPasswordLength: MINIMUM_PASSWORD_LENGTH,
  });
  const store = openStore(folder);
  const app = createSupabaseApp({ lite, store, key, keys, issuer: `${url}/auth/v1`, siteUrl, sendMail });
  const server = await listenOnLoopback(port, app.fetch);
  return {
    ...keys,
    url,
    async stop() {
      await server.stop();
      store.close();
      await lite.close();
    },
  };
}
