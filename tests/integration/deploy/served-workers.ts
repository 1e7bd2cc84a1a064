import { createServer } from "node:http";
import type { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import { Miniflare, type MiniflareOptions, type WorkerOptions } from "miniflare";
import type { Script, ScriptVersion } from "./script-store.ts";
import { workerAt } from "./worker-at.ts";

const WEB = "latchkey-web";
const ROLLUP = "latchkey-rollup";
/** Cloudflare's is a minute. */
const CRON_PAUSE_MS = 1_000;

/**
 * Serves the deployed versions in workerd, each at its addresses, and runs the cron. Nothing is served before web is
 * deployed.
 */
export async function startServing(scripts: ReadonlyMap<string, Script>) {
  const heldBack = new Map<string, ScriptVersion>();
  const served = (name: string) => heldBack.get(name) ?? scripts.get(name)?.deployed;
  const runtime = new Runtime();
  const current = () => runtime.of([WEB, "latchkey-api", ROLLUP], served);
  const requested: { path: string; worker: string | null }[] = [];

  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const path = request.url ?? "/";
    const url = new URL(path, `http://${request.headers.host}`);
    const worker = workerAt(scripts, url);
    requested.push({ path, worker });
    const fetcher = worker === null ? undefined : await (await current())?.getWorker(worker);
    const workerResponse = await fetcher?.fetch(url.href, { redirect: "manual" });
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
    const fetcher = await (await current())?.getWorker(ROLLUP);
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
    },
  };
}

async function runCron(run: () => Promise<void>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await run();
    await sleep(CRON_PAUSE_MS, undefined, { signal }).catch(() => {});
  }
}

/** A single workerd that loads new versions as they are deployed. */
class Runtime {
  private miniflare: Miniflare | undefined;
  private versions = "";
  private changing: Promise<unknown> = Promise.resolve();

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
      workers: workers.map(({ name, version }) => workerOptions(name, version)),
    };
    if (this.miniflare === undefined) this.miniflare = new Miniflare(options);
    else await this.miniflare.setOptions(options);
    await this.miniflare.ready;
    this.versions = versions;
    return this.miniflare;
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
    })),
    ratelimits: of("ratelimit", (binding) => ({
      namespace_id: String(binding.namespace_id),
      simple: { limit: 1000, period: 60 as const },
    })),
  };
}
