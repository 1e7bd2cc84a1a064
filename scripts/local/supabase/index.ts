import { join } from "node:path";
import { listenOnLoopback } from "../loopback-server.ts";
import { createSupabaseApp } from "./app.ts";
import { createLimits, type LimitSettings } from "./limits.ts";
import { openLite } from "./lite-internals.ts";
import type { Mail } from "./mail-content.ts";
import { createFlowTables } from "./oauth-flow.ts";
import type { Providers } from "./oauth-settings.ts";
import { type ProjectConfig, readProjectConfig } from "./project-config.ts";
import { type ProjectKeys, readProjectKeys } from "./project-keys.ts";
import { readSigningKey } from "./signing-key.ts";
import { openStore } from "./store.ts";

interface SupabaseOptions extends Partial<ProjectKeys> {
  port: number;
  /** Stores users, sessions and keys between starts. */
  folder: string;
  /** The site that links in emails lead to, and the only origin that browsers may call from. */
  siteUrl: string;
  sendMail: (mail: Mail) => Promise<void>;
  /** External identity providers; none by default. */
  providers?: Providers;
  /** Replaces the project's limits, for tests that send many requests or need another clock. */
  limits?: Partial<LimitSettings>;
  /** Replaces the project's email templates, for tests that need variables those don't use. */
  templates?: ProjectConfig["templates"];
}

interface LocalSupabase extends ProjectKeys {
  url: string;
  stop: () => Promise<void>;
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
