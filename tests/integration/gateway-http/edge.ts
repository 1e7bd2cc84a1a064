import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Miniflare, type WorkerdStructuredLog } from "miniflare";
import { formatAccountRoute, generateApiKey, parseApiKey } from "#core/domain/api-key.ts";
import { bundleWorker, COMPATIBILITY } from "#tests/support/bundle-worker.ts";
import type { AdmitAnswer, AdmitRequest, Settlement } from "#worker/api/gateway/metering.ts";
import { startScriptedUpstream } from "./scripted-upstream.ts";

export const CREDENTIAL = "sk-operators-own-credential";
/** So that a cost shows what it was made of: 2 micro-dollars a token in, 8 out, 5 a request. */
export const MODEL = {
  model: "demo-small",
  inputMicrosPerMillion: 2_000_000,
  outputMicrosPerMillion: 8_000_000,
  requestMicros: 5,
  maxOutputTokens: 100,
  contextTokens: 1_000,
};
export const costOf = (input: number, output: number) => 2 * input + 8 * output + 5;
export const TIMEOUT_MS = 1_500;

export type Edge = Awaited<ReturnType<typeof startEdge>>;
interface Metered {
  admissions: AdmitRequest[];
  settlements: Settlement[];
  /** Of what is under way. */
  reports: Settlement[];
}
interface EdgeOptions {
  prices?: readonly object[];
  /** Longest wait for a chunk, from the provider and by the client. */
  idleMs?: number;
  /** Longest duration of a request. */
  exchangeMs?: number;
  progressMs?: number;
}

/** The gateway in workerd, in front of an AI service that does what a test says. */
export async function startEdge({
  prices = [MODEL],
  idleMs = TIMEOUT_MS,
  exchangeMs = 600_000,
  progressMs = 5_000,
}: EdgeOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), "latchkey-edge-"));
  const upstream = await startScriptedUpstream();
  await bundleWorker(resolve("tests/integration/gateway-http/worker.ts"), folder);
  const logs: string[] = [];
  // Without wrangler's proxies, which hide from either side that the other has gone.
  const miniflare = new Miniflare({
    ...{ host: "127.0.0.1", port: 0, cf: false, modulesRoot: folder },
    handleStructuredLogs: ({ message }: WorkerdStructuredLog) => void logs.push(message),
    modules: [{ type: "ESModule", path: join(folder, "worker.js") }],
    ...{ compatibilityDate: COMPATIBILITY.date, compatibilityFlags: COMPATIBILITY.flags },
    bindings: {
      UPSTREAM_URL: upstream.url,
      UPSTREAM_API_KEY: CREDENTIAL,
      MODEL_PRICES: JSON.stringify(prices),
      FIRST_BYTE_MS: idleMs,
      IDLE_MS: idleMs,
      EXCHANGE_MS: exchangeMs,
      PROGRESS_MS: progressMs,
    },
  });
  const { origin } = await miniflare.ready;
  return {
    origin,
    upstream,
    /** What the operator would read. */
    logs,
    newKey: ({ test = false } = {}) => newKey(origin, test),
    async stop() {
      await miniflare.dispose();
      await upstream.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A key of an account of its own, with a view into that account's meter. */
function newKey(origin: string, test: boolean) {
  const number = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
  const key = generateApiKey(formatAccountRoute(number), { test });
  const route = parseApiKey(key)?.route ?? "";
  const metered = async (init?: RequestInit) =>
    (await (await fetch(`${origin}/meter/${route}`, init)).json()) as Metered;
  return {
    key,
    metered,
    answer: (answer: Partial<AdmitAnswer> | "away") =>
      metered({ method: "PUT", body: JSON.stringify(answer) }),
    send: (path: string, init: RequestInit = {}) => send(`${origin}${path}`, key, init),
    /** Waits until the account's requests are all settled. */
    async settled(count = 1): Promise<Settlement[]> {
      for (let tries = 0; tries < 400; tries += 1) {
        const { settlements } = await metered();
        if (settlements.length >= count) return settlements;
        await new Promise((later) => setTimeout(later, 50));
      }
      return (await metered()).settlements;
    },
  };
}

function send(url: string, key: string, init: RequestInit): Promise<Response> {
  const headers = new Headers(init.headers);
  if (!headers.has("authorization")) headers.set("authorization", `Bearer ${key}`);
  if (init.body !== undefined && !headers.has("content-type"))
    headers.set("content-type", "application/json");
  return fetch(url, { ...init, headers });
}

/** What an error answer says of itself. */
export async function errorOf(answer: Response) {
  const { error } = (await answer.json()) as { error: { code: string; param: string | null } };
  return error;
}

export const CHAT = "/v1/chat/completions";
export const chat = (more: object = {}) => ({
  method: "POST",
  body: JSON.stringify({ model: MODEL.model, messages: [{ role: "user", content: "Hello" }], ...more }),
});
