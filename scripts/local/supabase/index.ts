import { join } from "node:path";
import { listenOnLoopback } from "../loopback-server.ts";
import { createSupabaseApp } from "./app.ts";
import { createLimits, type LimitSettings } from "./limits.ts";
import { openLite } from "./lite-internals.ts";
import type { Mail } from "./mails.ts";
import { createFlowTables } from "./oauth-flow.ts";
import type { Providers } from "./oauth-settings.ts";
import { type ProjectConfig, readProjectConfig } from "./project-config.ts";
import { type ProjectKeys, readProjectKeys } from "./project-keys.ts";
import { readSigningKey } from "./signing-key.ts";
import { openStore } from "./store.ts";

interface SupabaseOptions extends Partial<ProjectKeys> {
  port: number;
  /** Where users, sessions and keys are kept between starts. */
  folder: string;
  /** The site that mailed links lead into, and the only origin that may call from a browser. */
  siteUrl: string;
  sendMail(mail: Mail): Promise<void>;
  /** Who else can vouch for a person; nobody unless given. */
  providers?: Providers;
  /** Other limits than the project's, for tests that do much at once or want another clock. */
  limits?: Partial<LimitSettings>;
  /** Other mails than the project's, for tests that need what those leave out. */
  templates?: ProjectConfig["templates"];
}

interface LocalSupabase extends ProjectKeys {
  url: string;
  stop(): Promise<void>;
}

/** A Supabase project of this machine: sign-in and PostgREST on a loopback port, with the hosted tokens and errors. */
export async function startSupabase(options: SupabaseOptions): Promise<LocalSupabase> {
  const { port, folder, siteUrl, sendMail, providers = {} } = options;
  const url = `http://127.0.0.1:${port}`;
  const [key, keys] = await Promise.all([readSigningKey(folder), readProjectKeys(folder, options)]);
  const settings = readProjectConfig();
  const project = { ...settings, templates: options.templates ?? settings.templates };
  const lite = await openLite({ file: join(folder, "supabase.db"), url, siteUrl, keys, project });
  const store = openStore(folder);
  createFlowTables(store);
  const limits = createLimits({ ...project.limits, now: () => Date.now(), ...options.limits });
  const issuer = `${url}/auth/v1`;
  const ctx = { lite, store, project, limits, key, keys, issuer, siteUrl, sendMail, providers };
  const app = createSupabaseApp(ctx);
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
