import { mkdtempSync, rmSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Miniflare } from "miniflare";
import { bundleWorker, COMPATIBILITY, OBJECTS } from "#tests/support/bundle-worker.ts";
import { startTestDatabase } from "#tests/support/test-database.ts";
import { newCustomer } from "../gateway/customers.ts";
import { json, type Script, startScriptedUpstream } from "../gateway-http/scripted-upstream.ts";
import { newSecrets } from "../keys/key-shop.ts";
import { PRICES, RESPONSE } from "./targets.ts";

/** Requests of one address whose keys are not known yet. */
export const ADDRESS_MAX = 30;

/** The whole gateway with the real objects and a real database, in front of a scripted upstream provider. */
export async function startRealGateway() {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-attacks-"));
  const [database, upstream] = await Promise.all([
    startTestDatabase(),
    startScriptedUpstream(),
    bundleWorker(resolve("tests/integration/attacks/real-worker.ts"), folder),
  ]);
  const keySecrets = newSecrets();
  const miniflare = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    modulesRoot: folder,
    modules: [{ type: "ESModule", path: join(folder, "real-worker.js") }],
    compatibilityDate: COMPATIBILITY.date,
    compatibilityFlags: COMPATIBILITY.flags,
    bindings: {
      LIBSQL_URL: database.url,
      PEPPER: JSON.stringify([...keySecrets.pepper]),
      UPSTREAM_URL: upstream.url,
      PRICES: JSON.stringify(PRICES),
      ADDRESS_MAX,
    },
    durableObjects: OBJECTS,
    handleStructuredLogs: () => {},
  });
  const { origin } = await miniflare.ready;
  const { db } = database;
  return {
    origin,
    db,
    upstream,
    keySecrets,
    newCustomer: ({ keys = 1, micros = 1_000_000 } = {}) => newCustomer(db, { keys, micros, keySecrets }),
    /** Changes rows of the database. */
    sql: (sql: string, ...args: (number | string | null)[]) => db.$client.execute({ sql, args }),
    /** Reads what the account's object is bound to. */
    refresh: ({ route }: { route: string }) =>
      fetch(`${origin}/refresh`, { method: "POST", body: JSON.stringify({ route }) }),
    /** From an address of its own, unless the test names one. */
    send: (path: string, key: string, init: RequestInit = {}) =>
      fetch(`${origin}${path}`, {
        ...init,
        headers: {
          // A connection of its own: one that breaks takes no later request with it.
          connection: "close",
          authorization: `Bearer ${key}`,
          "content-type": "application/json",
          "cf-connecting-ip": crypto.randomUUID(),
          ...init.headers,
        },
      }),
    async stop() {
      await miniflare.dispose();
      await Promise.all([upstream.stop(), database.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
export type RealGateway = Awaited<ReturnType<typeof startRealGateway>>;

/** A provider whose responses wait until they are released. */
export function waitingProvider(usage?: object) {
  const waiting: ServerResponse[] = [];
  const script: Script = (response) => void waiting.push(response);
  const body = usage === undefined ? RESPONSE : { ...RESPONSE, usage };
  return {
    script,
    get count() {
      return waiting.length;
    },
    /** Ends so many of them, or all. */
    release(most = waiting.length) {
      for (const response of waiting.splice(0, most)) {
        json(body)(response, { method: "", path: "", headers: {}, body: Buffer.alloc(0) });
      }
    },
  };
}
