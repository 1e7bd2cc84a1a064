import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { Miniflare, type WorkerdStructuredLog } from "miniflare";
import { expect } from "vitest";
import { formatAccountRoute, generateApiKey, parseApiKey } from "#core/domain/api-key.ts";
import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import { bundleWorker, COMPATIBILITY } from "#tests/support/bundle-worker.ts";
import { PATIENCE_MS, until } from "#tests/support/limits.ts";
import type { Settlement } from "#worker/gateway/metering.ts";
import type { MeterDouble, MeterResponse } from "./meter-double.ts";
import { startScriptedUpstream } from "./scripted-upstream.ts";

export const CREDENTIAL = "sk-operators-own-credential";
/** A cost shows its parts: 2 micro-dollars per input token, 1 cached, 8 per output token, 5 per request. */
export const MODEL: ModelPrice = {
  model: "demo-small",
  rates: { input: 2_000_000, cached_input: 1_000_000, output: 8_000_000 },
  steps: [],
  fees: { request: 5 },
  leastSeconds: 0,
  images: [],
  tiers: { flex: 500, priority: 2000 },
  contextTokens: 1_000,
  maxOutputTokens: 100,
  overheadTokens: 0,
  toolOverheadTokens: 0,
  imageTokens: null,
  audioSecondTokens: null,
  pageTokens: null,
  reasoning: false,
  hiddenTokensPerSecond: 0,
};
export const costOf = (input: number, output: number) => 2 * input + 8 * output + 5;
/** As in headers. */
export const dollars = (micros: number) => (micros / 1e6).toFixed(6);
/** Longer than anything that these tests wait for takes. */
const LONG_MS = PATIENCE_MS;

export type Edge = Awaited<ReturnType<typeof startEdge>>;
export type Customer = ReturnType<Edge["newKey"]>;
type Metered = Pick<
  MeterDouble,
  "admissions" | "admitted" | "settlements" | "settling" | "reports" | "refusals" | "identified"
>;
interface EdgeOptions {
  /** Null while no price list could be read. */
  prices?: readonly ModelPrice[] | null;
  unknownFields?: "refuse" | "drop";
  attribution?: boolean;
  /** Longest time for a body to arrive. */
  bodyMs?: number;
  /** How long it may arrive at any pace. */
  graceMs?: number;
  /** Longest wait for the provider's status. */
  firstByteMs?: number;
  /** Longest wait for a chunk, from the provider and by the client. */
  idleMs?: number;
  /** Longest duration of a request. */
  exchangeMs?: number;
  /** How long a response is read on without its client. */
  abandonedMs?: number;
  progressMs?: number;
}

/** The gateway in workerd, in front of an upstream provider that a test scripts. */
export async function startEdge({
  prices = [MODEL],
  unknownFields = "refuse",
  attribution = false,
  bodyMs = LONG_MS,
  graceMs = LONG_MS,
  firstByteMs = LONG_MS,
  idleMs = LONG_MS,
  exchangeMs = 10 * LONG_MS,
  abandonedMs = LONG_MS,
  progressMs = LONG_MS,
}: EdgeOptions = {}) {
  const [upstream, folder] = await Promise.all([startScriptedUpstream(), bundled()]);
  const logs: string[] = [];
  // Without wrangler's proxies, which hide from either side that the other has gone.
  const miniflare = new Miniflare({
    host: "127.0.0.1",
    port: 0,
    cf: false,
    modulesRoot: folder,
    handleStructuredLogs: ({ message }: WorkerdStructuredLog) => void logs.push(message),
    modules: [{ type: "ESModule", path: join(folder, "worker.js") }],
    compatibilityDate: COMPATIBILITY.date,
    compatibilityFlags: COMPATIBILITY.flags,
    bindings: {
      UPSTREAM_URL: upstream.url,
      UPSTREAM_API_KEY: CREDENTIAL,
      PRICES: JSON.stringify(prices),
      UNKNOWN_FIELDS: unknownFields,
      ATTRIBUTION: attribution,
      BODY_MS: bodyMs,
      GRACE_MS: graceMs,
      FIRST_BYTE_MS: firstByteMs,
      IDLE_MS: idleMs,
      EXCHANGE_MS: exchangeMs,
      ABANDONED_MS: abandonedMs,
      PROGRESS_MS: progressMs,
    },
  });
  const { origin } = await miniflare.ready;
  return {
    origin,
    upstream,
    /** The operator's log. */
    logs,
    newKey: ({ test = false } = {}) => newKey(origin, test),
    /** Also checks what holds for all requests: see `expectOneSettlementEach`. */
    async stop() {
      try {
        await expectOneSettlementEach(origin);
        expect(logs.join("\n"), "the log").not.toMatch(/sk-operators|lkt?_[0-9A-Za-z]{20}/);
      } finally {
        await miniflare.dispose();
        await upstream.stop();
      }
    },
  };
}

/** A connection of its own, so that one which breaks takes no later request with it. */
const ALONE = { connection: "close" };

let bundle: Promise<string> | undefined;
/** One bundle for all files that a process runs. */
function bundled(): Promise<string> {
  bundle ??= (async () => {
    const folder = mkdtempSync(join(tmpdir(), "latchkey-edge-"));
    process.once("exit", () => rmSync(folder, { recursive: true, force: true }));
    await bundleWorker(resolve("tests/integration/gateway-http/worker.ts"), folder);
    return folder;
  })();
  return bundle;
}

/** Each request that was admitted is settled exactly once, and no other. */
async function expectOneSettlementEach(origin: string): Promise<void> {
  const idsOf = async () => {
    const meters = (await (await fetch(`${origin}/meters`, { headers: ALONE })).json()) as Metered[];
    return {
      admitted: meters.flatMap(({ admitted }) => admitted).sort(),
      settled: meters.flatMap(({ settlements }) => settlements.map(({ requestId }) => requestId)).sort(),
    };
  };
  await until(async () => {
    const { admitted, settled } = await idsOf();
    return settled.length >= admitted.length;
  });
  const { admitted, settled } = await idsOf();
  expect(settled).toEqual(admitted);
}

/** A key of an account of its own, with a view into that account's meter. */
function newKey(origin: string, test: boolean) {
  const number = crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n;
  const key = generateApiKey(formatAccountRoute(number), { test });
  const name = parseApiKey(key)?.route ?? "";
  const metered = async (init?: RequestInit) =>
    (await (await fetch(`${origin}/meters/${name}`, { ...init, headers: ALONE })).json()) as Metered;
  return {
    key,
    metered,
    meterResponds: (response: MeterResponse) => metered({ method: "PUT", body: JSON.stringify(response) }),
    send: (path: string, init: RequestInit = {}) => send(`${origin}${path}`, key, init),
    /** Waits until so many of the account's requests are settled. */
    async settled(count = 1): Promise<Settlement[]> {
      const done = async () => {
        const { settlements } = await metered();
        return settlements.length >= count && settlements;
      };
      const settlements = await until(done);
      expect(settlements).toHaveLength(count);
      return settlements;
    },
    /** Waits until the account's meter is in a state. */
    meterHas: (state: (meter: Metered) => boolean) =>
      until(async () => {
        const meter = await metered();
        return state(meter) && meter;
      }),
  };
}

function send(url: string, key: string, init: RequestInit): Promise<Response> {
  const headers = new Headers({ ...ALONE, ...Object.fromEntries(new Headers(init.headers)) });
  if (!headers.has("authorization") && !headers.has("x-api-key"))
    headers.set("authorization", `Bearer ${key}`);
  if (init.body !== undefined && !headers.has("content-type"))
    headers.set("content-type", "application/json");
  return fetch(url, { ...init, headers });
}

/** Code and parameter of an error response. */
export async function errorOf(response: Response) {
  const { error } = (await response.json()) as {
    error: { code: string; param: string | null; message: string; type: string };
  };
  return error;
}

export const CHAT = "/v1/chat/completions";
export const chat = (more: object = {}) => ({
  method: "POST",
  body: JSON.stringify({ model: MODEL.model, messages: [{ role: "user", content: "Hello" }], ...more }),
});
