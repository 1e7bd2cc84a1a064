import { Agent, request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import { type Random, seededRandom } from "#scripts/seed/random.ts";
import { inTier, seed } from "#tests/support/tier.ts";
import type { AdmitRequest } from "#worker/gateway/metering.ts";
import { CHEAP, DEAR, multipartRequest, randomRequest, type WireRequest } from "./fuzz/bodies.ts";
import { type Members, READERS } from "./fuzz/readers.ts";
import { type Edge, MODEL, startEdge } from "./gateway-http/edge.ts";
import { json, type ReceivedRequest } from "./gateway-http/scripted-upstream.ts";

const REQUESTS = inTier({ fast: 800, full: 24_000 });
const AT_ONCE = 32;
const PRICES: Record<string, ModelPrice> = {
  [CHEAP]: { ...MODEL, model: CHEAP },
  [DEAR]: { ...MODEL, model: DEAR, rates: { input: 50_000_000, output: 200_000_000 } },
};
const LIMITS = ["max_tokens", "max_completion_tokens", "max_output_tokens"];

/** A response of every API at once. */
const RESPONSE = {
  object: "chat.completion",
  type: "message",
  status: "completed",
  input_tokens: 1,
  results: [{}],
  choices: [{ index: 0, message: { role: "assistant", content: "Hi" }, finish_reason: "stop" }],
  output: [{ type: "message", content: [{ type: "output_text", text: "Hi" }] }],
  content: [{ type: "text", text: "Hi" }],
  data: [{ embedding: [1] }],
  usage: { prompt_tokens: 1, completion_tokens: 1, input_tokens: 1, output_tokens: 1 },
};
/** The forwarded request, so that each client sees what became of its own. A member `headers` would be removed. */
const shown = ({ path, headers, body }: ReceivedRequest) => ({
  path,
  fields: headers,
  body: body.toString("base64"),
});
type Shown = ReturnType<typeof shown>;

let edge: Edge;
const agent = new Agent({ keepAlive: false, maxSockets: AT_ONCE });
beforeAll(async () => {
  edge = await startEdge({ prices: Object.values(PRICES) });
  edge.upstream.respondWith((response, sent) => json({ ...RESPONSE, sent: shown(sent) })(response, sent));
});
afterAll(async () => {
  agent.destroy();
  await edge.stop();
});

interface Result {
  status: number;
  requestId: string;
  /** Null when it was not forwarded. */
  sent: Shown | null;
}

/** By hand, since a client library would mend what is wrong on purpose. */
function send({ path, headers, body }: WireRequest, key: string): Promise<Result> {
  const { hostname, port } = new URL(edge.origin);
  const options = { hostname, port, path, method: "POST", agent };
  return new Promise((resolve, reject) => {
    const sent = request(
      { ...options, headers: { ...headers, authorization: `Bearer ${key}` } },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const { statusCode: status = 0, headers: received } = response;
        const requestId = String(received["x-request-id"]);
        resolve({ status, requestId, sent: status === 200 ? sentIn(Buffer.concat(chunks)) : null });
      },
    );
    sent.on("error", reject);
    sent.end(body);
  });
}

const sentIn = (body: Buffer): Shown => JSON.parse(body.toString()).sent;

/** What a provider that reads a body this way could be made to serve, in micro-dollars, at the list's prices. */
function servedMicros(
  members: Members,
  lookup: (members: Members, name: string) => unknown,
  path: string,
): number {
  const value = (name: string) => lookup(members, name);
  const price = PRICES[String(value("model"))];
  if (price === undefined || /count_tokens|moderations/.test(path)) return 0;
  const tier = { flex: 500, priority: 2000 }[String(value("service_tier"))] ?? 1000;
  const limits = LIMITS.map((name) => value(name)).filter((limit) => limit !== undefined && limit !== null);
  const limit = limits.length === 0 ? price.maxOutputTokens : Math.max(...limits.map(Number));
  if (Number.isNaN(limit)) throw new Error(`a limit that is no number: ${JSON.stringify(limits)}`);
  const choices = Math.max(Number(value("n") ?? 1), Number(value("best_of") ?? 1));
  const prompts = promptsOf(value("prompt") ?? value("input"));
  const output = /embeddings/.test(path) ? 0 : Math.min(limit, price.maxOutputTokens) * choices * prompts;
  const input = Buffer.byteLength(
    JSON.stringify(value("messages") ?? value("input") ?? value("prompt") ?? ""),
  );
  const tokens = Math.min(input, price.contextTokens) * price.rates.input + output * price.rates.output;
  return Math.floor((tokens * tier) / 1e9);
}

function promptsOf(value: unknown): number {
  if (!Array.isArray(value) || value.every((item) => typeof item === "number")) return 1;
  return value.some((item) => typeof item === "object" && !Array.isArray(item)) ? 1 : value.length;
}

async function play(requestOf: (random: Random) => WireRequest, count: number, from: number) {
  const statuses = new Map<number, number>();
  for (let done = 0; done < count; done += AT_ONCE) {
    const key = edge.newKey();
    const batch = Array.from({ length: AT_ONCE }, (_, i) => requestOf(seededRandom(from + done + i)));
    edge.upstream.received.length = 0;
    const results = await Promise.all(batch.map((one) => send(one, key.key)));
    const { admissions, refusals } = await key.metered();
    expect(admissions.length + refusals.length, "each request is admitted or refused").toBe(AT_ONCE);
    expect(edge.upstream.received.length).toBe(admissions.length);
    const holds = new Map(admissions.map((admission) => [admission.requestId, admission]));
    for (const { status, requestId, sent } of results) {
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (sent !== null) check(sent, holds.get(requestId));
    }
  }
  return statuses;
}

/** A forwarded body is read in every way: no reading may be dearer than what was held, or name another model. */
function check({ path, fields: headers, body }: Shown, admission: AdmitRequest | undefined): void {
  const bytes = Buffer.from(body, "base64");
  expect(headers["content-type"]).toBe("application/json");
  expect(headers["content-encoding"]).toBeUndefined();
  for (const [name, { read, lookup }] of Object.entries(READERS)) {
    const members = read(bytes);
    expect(lookup(members, "model"), `${name} reads ${bytes}`).toBe(admission?.model);
    const micros = servedMicros(members, lookup, path);
    expect(micros, `${name} reads ${bytes}`).toBeLessThanOrEqual(admission?.holdMicros ?? -1);
  }
}

test("no reader of a forwarded JSON body sees another model, limit, count or tier than was priced", async () => {
  const statuses = await play(randomRequest, REQUESTS, seed);
  // Otherwise the bodies would prove nothing.
  const [forwarded, refused] = [statuses.get(200) ?? 0, statuses.get(400) ?? 0];
  expect(forwarded).toBeGreaterThan(REQUESTS / 5);
  expect(refused).toBeGreaterThan(REQUESTS / 5);
  expect([...statuses.keys()].filter((status) => status >= 500 && status !== 502)).toEqual([]);
});

test("no form reaches the provider, whatever its spelling", async () => {
  const statuses = await play(multipartRequest, REQUESTS / 12, seed);
  expect([...statuses.keys()].every((status) => status === 415 || status === 400)).toBe(true);
});
