import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Miniflare, type WorkerdStructuredLog } from "miniflare";
import { freePorts } from "#scripts/local/free-port.ts";
import { listenOnLoopback } from "#scripts/local/loopback-server.ts";
import { createUpstreamApp } from "#scripts/local/upstream/app.ts";
import { DEMO_PRICES } from "#scripts/local/upstream/models.ts";
import { bundleWorker, COMPATIBILITY } from "#tests/support/bundle-worker.ts";
import { startTestDatabase } from "#tests/support/test-database.ts";
import { newCustomer } from "./customer.ts";

const CREDENTIAL = "sk-operators-own-credential";
/** How long the gateway waits for the AI service. */
const PATIENCE_MS = 1_500;

export type OpenAiEdge = Awaited<ReturnType<typeof startOpenAiEdge>>;

/** The gateway and its meters in workerd, on a real database, in front of the demo's AI service. */
export async function startOpenAiEdge() {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-openai-"));
  const [upstreamPort = 0] = await freePorts(1);
  const database = await startTestDatabase();
  const upstream = await startCountingUpstream(upstreamPort);
  await bundleWorker(resolve("tests/integration/gateway-client/worker.ts"), folder);
  const logs: string[] = [];
  const miniflare = new Miniflare({
    ...{
      host: "127.0.0.1",
      port: 0,
      cf: false,
      modulesRoot: folder,
      defaultPersistRoot: join(folder, "disk"),
    },
    handleStructuredLogs: ({ message }: WorkerdStructuredLog) => void logs.push(message),
    modules: [{ type: "ESModule", path: join(folder, "worker.js") }],
    ...{ compatibilityDate: COMPATIBILITY.date, compatibilityFlags: COMPATIBILITY.flags },
    durableObjects: { METER: { className: "Meter", useSQLite: true } },
    bindings: {
      LIBSQL_URL: database.url,
      UPSTREAM_URL: `${upstream.url}/v1`,
      UPSTREAM_API_KEY: CREDENTIAL,
      MODEL_PRICES: JSON.stringify(DEMO_PRICES),
      PATIENCE_MS,
    },
  });
  const { origin } = await miniflare.ready;
  return {
    origin,
    upstream,
    logs,
    newCustomer: (options: { micros?: number; test?: boolean } = {}) =>
      newCustomer({ origin, db: database.db }, options),
    async stop() {
      await miniflare.dispose();
      await upstream.stop();
      await database.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** The AI service; `received` has the path of each request that came to it. */
async function startCountingUpstream(port: number) {
  const received: string[] = [];
  const app = createUpstreamApp(CREDENTIAL);
  const listening = await listenOnLoopback(port, (request) => {
    received.push(new URL(request.url).pathname);
    return app.fetch(request);
  });
  return { ...listening, received };
}
