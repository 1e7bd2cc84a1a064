import { createServer } from "node:http";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import {
  fetch,
  Miniflare,
  type MiniflareOptions,
  type Request,
  Response,
  type WorkerOptions,
} from "miniflare";
import { startUnusedStripe } from "#tests/support/unused-stripe.ts";
import type { Script, ScriptVersion } from "./script-store.ts";
import { workerAt } from "./worker-at.ts";

/** Cloudflare's is a minute. */
const CRON_PAUSE_MS = 1_000;
const STRIPE_ORIGIN = "https://api.stripe.com";

interface Environment {
  /** Of the workers' names. */
  suffix: string;
  /** The only key that Stripe accepts from them. */
  stripeKey: string;
}

/**
 * Serves the deployed versions of an environment's workers in workerd, each at its addresses, and runs their cron.
 * Nothing is served before web is deployed.
 */
export async function startServing(scripts: ReadonlyMap<string, Script>, { suffix, stripeKey }: Environment) {
  const rollup = `latchkey-rollup${suffix}`;
  const names = [`latchkey-web${suffix}`, `latchkey-gateway${suffix}`, `latchkey-api${suffix}`, rollup];
  const own = () => new Map([...scripts].filter(([name]) => names.includes(name)));
  const heldBack = new Map<string, ScriptVersion>();
  const served = (name: string) => heldBack.get(name) ?? scripts.get(name)?.deployed;
  const stripe = await startUnusedStripe(stripeKey);
  const runtime = new Runtime(stripe.url);
  const current = () => runtime.of(names, served);
  const requested: { path: string; worker: string | null }[] = [];

  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const path = request.url ?? "/";
    const url = new URL(path, `http://${request.headers.host}`);
    const worker = workerAt(own(), url);
    requested.push({ path, worker });
    const fetcher = worker === null ? undefined : await (await current())?.getWorker(worker);
    const { authorization } = request.headers;
    const headers = authorization === undefined ? {} : { authorization };
    const workerResponse = await fetcher?.fetch(url.href, { redirect: "manual", headers });
    response.writeHead(workerResponse?.status ?? 404, {
      "content-type": workerResponse?.headers.get("content-type") ?? "text/plain",
    });
    response.end(await workerResponse?.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");

  const stopping = new AbortController();
  const cron = runCron(async () => {
    const fetcher = await (await current())?.getWorker(rollup);
    await fetcher?.scheduled({ cron: "* * * * *", scheduledTime: new Date() });
  }, stopping.signal);

  return {
    origin: `http://127.0.0.1:${address.port}`,
    /** The paths requested from the site, and the workers that received the requests. */
    requested,
    /** Serves this worker as it is now, whatever is deployed, until called without an argument. */
    holdBack(...names: string[]) {
      heldBack.clear();
      for (const name of names) {
        const version = served(name);
        if (version) heldBack.set(name, version);
      }
    },
    async stop() {
      stopping.abort();
      await cron;
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await runtime.stop();
      await stripe.stop();
    },
  };
}

/** A run that a new version interrupts is lost, as when it is deployed; the next one comes anyway. */
function unlessLost(error: unknown): void {
  if (!(error instanceof TypeError && error.message === "fetch failed")) throw error;
}

async function runCron(run: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await run().catch(unlessLost);
    await sleep(CRON_PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}

/** A single workerd that loads new versions as they are deployed. */
class Runtime {
  private miniflare: Miniflare | undefined;
  private versions = "";
  private changing: Promise<unknown> = Promise.resolve();
  private readonly stripeUrl: string;

  constructor(stripeUrl: string) {
    this.stripeUrl = stripeUrl;
  }

  of(names: string[], served: (name: string) => ScriptVersion | undefined): Promise<Miniflare | undefined> {
    const turn = this.changing.then(() => this.changeTo(names, served));
    this.changing = turn.catch(() => {});
    return turn;
  }

  async stop(): Promise<void> {
    await this.changing;
    await this.miniflare?.dispose();
  }

  private async changeTo(names: string[], served: (name: string) => ScriptVersion | undefined) {
    const workers = names.flatMap((name) => {
      const version = served(name);
      return version ? [{ name, version }] : [];
    });
    if (workers.length < names.length) return undefined;
    const versions = workers.map(({ version }) => version.id).join();
    if (versions === this.versions) return this.miniflare;
    const options: MiniflareOptions = {
      cf: {},
      // The cron's lines, one per second.
      handleRuntimeStdio: (out: Readable, err: Readable) => {
        out.resume();
        err.resume();
      },
      workers: workers.map(({ name, version }) => ({
        ...workerOptions(name, version),
        outboundService: (request: Request) => this.reachOutside(request),
      })),
    };
    if (this.miniflare === undefined) this.miniflare = new Miniflare(options);
    else await this.miniflare.setOptions(options);
    await this.miniflare.ready;
    this.versions = versions;
    return this.miniflare;
  }

  private async reachOutside(request: Request): Promise<Response> {
    const { origin, pathname, search } = new URL(request.url);
    if (origin !== STRIPE_ORIGIN) return fetch(request);
    const { method, headers } = request;
    const body = method === "GET" ? null : await request.arrayBuffer();
    return fetch(this.stripeUrl + pathname + search, { method, headers, body });
  }
}

function workerOptions(name: string, { main, bindings, compatibility }: ScriptVersion): WorkerOptions {
  const of = <T>(type: string, value: (binding: Record<string, unknown>) => T) =>
    Object.fromEntries(
      bindings.filter((binding) => binding.type === type).map((binding) => [binding.name, value(binding)]),
    );
  const text = (binding: Record<string, unknown>) => String(binding.text);
  return {
    name,
    modules: [{ type: "ESModule", path: main.name, contents: main.code }],
    compatibilityDate: compatibility.date,
    compatibilityFlags: compatibility.flags,
    bindings: { ...of("plain_text", text), ...of("secret_text", text) },
    serviceBindings: {
      ...of("service", ({ service, entrypoint }) => ({
        name: String(service),
        ...(entrypoint !== undefined && { entrypoint: String(entrypoint) }),
      })),
      ...of("assets", () => () => new Response(null, { status: 404 }) as never),
    },
    durableObjects: of("durable_object_namespace", (binding) => ({
      className: String(binding.class_name),
      useSQLite: true,
      ...(binding.script_name !== undefined && { scriptName: String(binding.script_name) }),
    })),
    ratelimits: of("ratelimit", (binding) => ({
      namespace_id: String(binding.namespace_id),
      simple: { limit: 1000, period: 60 as const },
    })),
  };
}
