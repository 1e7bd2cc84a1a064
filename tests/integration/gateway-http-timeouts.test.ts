import { request } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { limitMs } from "#scripts/testing/slowness.ts";
import { PATIENCE_MS } from "#tests/support/limits.ts";
import { inputTokensOf, outputTokensOf } from "#tests/support/tokens.ts";
import { APIS, type Api, CHAT_API, eventsIn, MESSAGES_API } from "./gateway-http/apis.ts";
import { CHAT, costOf, dollars, type Edge, MODEL, startEdge } from "./gateway-http/edge.ts";
import { events, type Script } from "./gateway-http/scripted-upstream.ts";

const IDLE_MS = limitMs(2_000);
const EXCHANGE_MS = limitMs(2_000);
let edge: Edge;
/** Ends each request after a while. */
let brief: Edge;

const JSON_TYPE = { "content-type": "application/json" };
const FREE = { outcome: 2, costMicros: 0, tokensIn: 0, tokensOut: 0, priceLines: null };

type Finished = Awaited<ReturnType<typeof finish>>;
interface Scenario {
  name: string;
  run: () => Promise<Finished>;
  check: (finished: Finished) => void;
}

/** Sends a request that the provider treats in its own way, while others run. */
async function finish(of: Edge, api: Api, script: Script, { stream = true, model = MODEL.model } = {}) {
  const marker = crypto.randomUUID();
  of.upstream.respondTo(marker, script);
  const { stream: _, stream_options: __, ...fields } = api.body;
  const body = { ...(stream ? api.body : fields), model };
  const content = JSON.stringify(body).replace("Hello", marker);
  const customer = of.newKey();
  const response = await customer.send(api.path, { method: "POST", body: content });
  const shown = await response.text().catch(() => "");
  const [settlement] = await customer.settled();
  const received = of.upstream.received.find(({ body }) => body.includes(marker));
  return { api, response, shown, settlement, tokensIn: inputTokensOf(received?.body) };
}

const HELLO = outputTokensOf("Hello");
const begun = ({ opening, begin, chunk }: Api) => [...opening, ...begin, chunk("Hello")];

/** Some JSON, and then nothing. */
const unfinished =
  (status: number, begin = '{"choices":[', every = 0): Script =>
  (response) => {
    response.writeHead(status, JSON_TYPE);
    response.write(begin);
    const timer = every > 0 ? setInterval(() => response.write(" "), every) : undefined;
    response.on("close", () => clearInterval(timer));
  };

/** Content that goes on and on. */
const endless =
  (api: Api): Script =>
  (response, received) => {
    events(begun(api), { end: "hang" })(response, received);
    const timer = setInterval(() => response.write(api.chunk("four")), 50);
    response.on("close", () => clearInterval(timer));
  };

const lastEvent = ({ shown }: Finished) => JSON.stringify(eventsIn(shown).at(-1));
const codeOf = ({ response, shown }: Finished) => [response.status, JSON.parse(shown).error.code];

const WRITER = { ...MODEL, model: "demo-writer", hiddenTokensPerSecond: 5 };
/** The model may have written all the time. */
function expectEstimate({ settlement, response }: Finished): void {
  expect(settlement).toMatchObject({ statusCode: 504, outcome: 5, estimated: true });
  const { tokensOut = 0, tokensIn = 0, responseTimeMs = 0, costMicros = 0 } = settlement ?? {};
  const most = Math.ceil((responseTimeMs / 1000) * WRITER.hiddenTokensPerSecond);
  expect(tokensIn).toBeGreaterThan(1);
  expect(tokensOut).toBeGreaterThan(0);
  expect(tokensOut).toBeLessThanOrEqual(Math.min(WRITER.maxOutputTokens, most));
  expect(response.headers.get("x-latchkey-cost")).toBe(dollars(costMicros));
}

const HANGS: Scenario[] = [
  {
    name: "a provider that does not begin a stream is 504, and free",
    run: () => finish(edge, CHAT_API, () => {}),
    check: (finished) => {
      expect(codeOf(finished)).toEqual([504, "upstream_timeout"]);
      expect(finished.settlement).toMatchObject({ ...FREE, statusCode: 504, firstByteMs: null });
      expect(finished.response.headers.get("x-latchkey-balance")).toBe("4.900000");
    },
  },
  {
    name: "a provider that does not respond with JSON in time is 504, and charged by an estimate",
    run: () => finish(edge, CHAT_API, () => {}, { stream: false, model: WRITER.model }),
    check: (finished) => {
      expect(codeOf(finished)).toEqual([504, "upstream_timeout"]);
      expectEstimate(finished);
    },
  },
  {
    name: "a provider that does not begin to respond is 504 in Anthropic's form too",
    run: () => finish(edge, MESSAGES_API, () => {}),
    check: ({ response, shown }) =>
      expect([response.status, JSON.parse(shown)]).toMatchObject([
        504,
        { type: "error", error: { type: "timeout_error", code: "upstream_timeout" } },
      ]),
  },
  {
    name: "a provider that stops inside a JSON response is 502, and free",
    run: () => finish(edge, CHAT_API, unfinished(200), { stream: false }),
    check: (finished) => {
      expect(codeOf(finished)).toEqual([502, "upstream_error"]);
      expect(finished.settlement).toMatchObject({ ...FREE, statusCode: 502 });
    },
  },
  {
    name: "a provider that stops inside an error is 502, and free",
    run: () => finish(edge, CHAT_API, unfinished(400, '{"error":{')),
    check: (finished) => {
      expect(codeOf(finished)).toEqual([502, "upstream_error"]);
      expect(finished.settlement).toMatchObject({ ...FREE, statusCode: 502 });
    },
  },
  {
    name: "a provider that stops inside a long JSON response is charged by an estimate",
    run: () => finish(edge, CHAT_API, unfinished(200, `{"x":"${"x".repeat(1_200_000)}`), { stream: false }),
    check: ({ shown, settlement, tokensIn }) => {
      expect(() => JSON.parse(shown)).toThrow();
      expect(settlement).toMatchObject({
        statusCode: 502,
        outcome: 4,
        estimated: true,
        tokensIn,
        tokensOut: MODEL.maxOutputTokens,
      });
    },
  },
  ...APIS.flatMap((api): Scenario[] => [
    {
      name: `a stream of ${api.name} that stops before any content is free`,
      run: () => finish(edge, api, events(api.opening, { end: "hang" })),
      check: (finished) => {
        expect(lastEvent(finished)).toContain('"code":"upstream_error"');
        expect(finished.settlement).toMatchObject({ ...FREE, statusCode: 502 });
      },
    },
    {
      name: `a stream of ${api.name} that stops after content is charged for it`,
      run: () => finish(edge, api, events(begun(api), { end: "hang" })),
      check: (finished) => {
        const tokensIn = api === MESSAGES_API ? 9 : finished.tokensIn;
        expect(eventsIn(finished.shown).slice(0, -1)).toEqual(eventsIn(begun(api).join("")));
        expect(lastEvent(finished)).toContain('"code":"upstream_error"');
        expect(finished.settlement).toMatchObject({
          statusCode: 502,
          outcome: 4,
          estimated: true,
          tokensIn,
          tokensOut: HELLO,
          costMicros: costOf(tokensIn, HELLO),
        });
      },
    },
    {
      name: `a stream of ${api.name} that lasts too long is charged for what came until then`,
      run: () => finish(brief, api, endless(api)),
      check: (finished) => {
        const { shown, settlement } = finished;
        const chunks = eventsIn(shown).length - begun(api).length - 1;
        expect(chunks).toBeGreaterThan(2);
        expect(lastEvent(finished)).toContain('"code":"upstream_timeout"');
        const { tokensIn = 0, tokensOut = 0, responseTimeMs } = settlement ?? {};
        expect(settlement).toMatchObject({ statusCode: 504, outcome: 5, estimated: true });
        // Up to the most that the request permits.
        const most = api === MESSAGES_API ? 50 : MODEL.maxOutputTokens;
        expect(tokensOut).toBe(Math.min(most, outputTokensOf("Hello", "four".repeat(chunks))));
        expect(settlement?.costMicros).toBe(costOf(tokensIn, tokensOut));
        expect(responseTimeMs).toBeGreaterThanOrEqual(EXCHANGE_MS);
        expect(responseTimeMs).toBeLessThan(EXCHANGE_MS + PATIENCE_MS);
      },
    },
  ]),
  {
    name: "a stream of comments alone that lasts too long ends as well",
    run: () =>
      finish(brief, CHAT_API, (response, received) => {
        events([], { end: "hang" })(response, received);
        const timer = setInterval(() => response.write(": alive\n\n"), 20);
        response.on("close", () => clearInterval(timer));
      }),
    check: (finished) => {
      expect(lastEvent(finished)).toContain('"code":"upstream_timeout"');
      expect(finished.settlement).toMatchObject({ statusCode: 504, outcome: 5, tokensOut: 0 });
    },
  },
  {
    name: "a JSON response that lasts too long is 504, and charged by an estimate",
    run: () => finish(brief, CHAT_API, unfinished(200, "{", 20), { stream: false, model: WRITER.model }),
    check: (finished) => {
      expect(codeOf(finished)).toEqual([504, "upstream_timeout"]);
      expectEstimate(finished);
    },
  },
];

/** They only wait, so they wait together. */
const finished = new Map<string, Promise<Finished>>();
/** A client that reads a stream slowly, and a provider that has always more of it. */
let slowReader: Promise<Finished["settlement"]>;
beforeAll(async () => {
  [edge, brief] = await Promise.all([
    startEdge({ firstByteMs: IDLE_MS, idleMs: IDLE_MS, prices: [MODEL, WRITER] }),
    startEdge({ exchangeMs: EXCHANGE_MS, prices: [MODEL, WRITER] }),
  ]);
  for (const { name, run } of HANGS) {
    const work = run();
    work.catch(() => {});
    finished.set(name, work);
  }
  slowReader = readSlowly();
  slowReader.catch(() => {});
});
afterAll(() => Promise.all([edge.stop(), brief.stop()]));

test.each(HANGS.map(({ name, check }) => [name, check] as const))("%s", async (name, check) => {
  const done = await finished.get(name);
  if (done === undefined) throw new Error("It did not run.");
  check(done);
});

async function readSlowly() {
  const marker = crypto.randomUUID();
  const big = CHAT_API.chunk("x".repeat(8_000));
  brief.upstream.respondTo(marker, (response) => {
    response.writeHead(200, { "content-type": "text/event-stream" });
    const more = () => {
      while (!response.destroyed && response.write(big));
    };
    response.on("drain", more);
    more();
  });
  const customer = brief.newKey();
  const headers = { authorization: `Bearer ${customer.key}`, "content-type": "application/json" };
  const sent = request(`${brief.origin}${CHAT}`, { method: "POST", headers, agent: false });
  sent.on("error", () => {});
  sent.on("response", (response) => {
    response.pause();
    const timer = setInterval(() => response.read(2_000), 50);
    response.on("error", () => {});
    response.on("close", () => clearInterval(timer));
  });
  sent.end(JSON.stringify(CHAT_API.body).replace("Hello", marker));
  const [settlement] = await customer.settled();
  // Its buffers still have much to read.
  sent.destroy();
  return settlement;
}

test("a client that reads slowly is cut when its request lasts too long, and charged for what it was sent", async () => {
  const settlement = await slowReader;
  expect(settlement).toMatchObject({ statusCode: 504, outcome: 5, tokensOut: MODEL.maxOutputTokens });
  expect(settlement?.responseTimeMs).toBeGreaterThanOrEqual(EXCHANGE_MS);
  expect(settlement?.responseTimeMs).toBeLessThan(EXCHANGE_MS + PATIENCE_MS);
});

test("a request that is over in time is not cut by the limits on it", async () => {
  const { settlement, shown } = await finish(
    brief,
    CHAT_API,
    events([...begun(CHAT_API), ...CHAT_API.closing(9, 2)]),
  );
  expect(shown).toContain("[DONE]");
  expect(settlement).toMatchObject({ statusCode: 200, outcome: 1, costMicros: costOf(9, 2) });
});
