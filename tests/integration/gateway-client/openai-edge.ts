import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Miniflare, type WorkerdStructuredLog } from "miniflare";
import { expect } from "vitest";
import { freePorts } from "#scripts/local/free-port.ts";
import { listenOnLoopback } from "#scripts/local/loopback-server.ts";
import { createUpstreamApp } from "#scripts/local/upstream/app.ts";
import { bundleWorker, COMPATIBILITY, OBJECTS } from "#tests/support/bundle-worker.ts";
import { publishExamplePrices } from "#tests/support/prices.ts";
import { startTestDatabase } from "#tests/support/test-database.ts";
import { newCustomer } from "./customer.ts";

const CREDENTIAL = "sk-operators-own-credential";
/** How long the gateway waits for the provider. */
const PATIENCE_MS = 1_500;

export type OpenAiEdge = Awaited<ReturnType<typeof startOpenAiEdge>>;

/** The gateway and its meters in workerd, on a real database, in front of the local provider. */
export async function startOpenAiEdge() {
  const [upstreamPort = 0] = await freePorts(1);
  const [database, upstream, folder] = await Promise.all([
    startTestDatabase(),
    startCountingUpstream(upstreamPort),
    bundled(),
  ]);
  const disk = mkdtempSync(join(tmpdir(), "latchkey-openai-disk-"));
  const priceListId = await publishExamplePrices(database.db);
  if (priceListId === null) throw new Error("The prices were not published.");
  const logs: string[] = [];
  const miniflare = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    modulesRoot: folder,
    defaultPersistRoot: disk,
    handleStructuredLogs: ({ message }: WorkerdStructuredLog) => void logs.push(message),
    modules: [{ type: "ESModule", path: join(folder, "worker.js") }],
    compatibilityDate: COMPATIBILITY.date,
    compatibilityFlags: COMPATIBILITY.flags,
    durableObjects: OBJECTS,
    bindings: {
      LIBSQL_URL: database.url,
      UPSTREAM_URL: `${upstream.url}/v1`,
      UPSTREAM_API_KEY: CREDENTIAL,
      PATIENCE_MS,
    },
  });
  const { origin } = await miniflare.ready;
  return {
    origin,
    upstream,
    logs,
    newCustomer: (options: { micros?: number; test?: boolean } = {}) =>
      newCustomer({ origin, db: database.db, priceListId }, options),
    async stop() {
      await miniflare.dispose();
      await upstream.stop();
      await database.stop();
      rmSync(disk, { recursive: true, force: true });
      expect(logs.join("\n"), "the log").not.toMatch(/sk-operators|lkt?_[0-9A-Za-z]{20}/);
    },
  };
}

let bundle: Promise<string> | undefined;
/** One bundle for all files that a process runs. */
function bundled(): Promise<string> {
  bundle ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), "latchkey-openai-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    await bundleWorker(resolve("tests/integration/gateway-client/worker.ts"), folder);
    return folder;
  })();
  return bundle;
}

/** The local provider; `received` has the path of each request that arrived. */
async function startCountingUpstream(port: number) {
  const received: string[] = [];
  const app = createUpstreamApp(CREDENTIAL, { tokenMs: 5 });
  const listening = await listenOnLoopback(port, (request) => {
    received.push(new URL(request.url).pathname);
    return app.fetch(request);
  });
  return { ...listening, received };
}
