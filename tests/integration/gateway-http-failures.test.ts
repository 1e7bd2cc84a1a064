import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inputTokensOf } from "#tests/support/tokens.ts";
import { type Api, CHAT_API, DONE, data, MESSAGES_API, post } from "./gateway-http/apis.ts";
import { CHAT, CREDENTIAL, chat, costOf, dollars, type Edge, MODEL, startEdge } from "./gateway-http/edge.ts";
import { events, json, type Script, text } from "./gateway-http/scripted-upstream.ts";

const SPEECH = { ...MODEL, model: "speech", fees: { thousand_characters: 15_000 } };
let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ prices: [MODEL, SPEECH] });
});
afterAll(() => edge.stop());

const FREE = { outcome: 2, costMicros: 0, tokensIn: 0, tokensOut: 0, priceLines: null, estimated: false };
const JSON_TYPE = { "content-type": "application/json" };
const PRIVATE = "org-operators0001 at http://10.0.0.7/v1 in req_operators0001";
const error = (more: object) => ({ error: { message: "No.", type: "server_error", ...more } });

async function failing(script: Script, api: Api = CHAT_API) {
  const customer = edge.newKey();
  edge.upstream.respondWith(script);
  const { stream: _, stream_options: __, ...fields } = api.body;
  const response = await customer.send(api.path, post(fields));
  const shown = await response.text();
  const settlements = await customer.settled();
  expect(edge.upstream.received, "attempts").toHaveLength(1);
  expect(shown + JSON.stringify([...response.headers]), "the response").not.toMatch(/operators|10\.0\.0\.7/);
  return { response, body: JSON.parse(shown), settlements };
}

const OWN_MESSAGES = {
  429: "The model is busy. Try again shortly.",
  500: "The model could not process the request. Try again shortly.",
};

describe("an error of the provider", () => {
  test.each([
    [400, `Too long for ${PRIVATE}`, "Too long for … at … in …", "invalid_request_error"],
    [404, "No such model.", "No such model.", "not_found_error"],
    [413, "Too large.", "Too large.", "request_too_large"],
    [422, "Not processable.", "Not processable.", "api_error"],
    [429, `Rate limit of ${PRIVATE}`, OWN_MESSAGES[429], "rate_limit_error"],
    [500, `Crash in ${PRIVATE}`, OWN_MESSAGES[500], "api_error"],
    [503, "Overloaded.", OWN_MESSAGES[500], "overloaded_error"],
    [529, "Overloaded.", OWN_MESSAGES[500], "overloaded_error"],
  ])(
    "%i is passed on without the operator's names, recorded, and free",
    async (status, message, shown, type) => {
      const sent = { message, type: "some_error", code: "some_code", param: "messages", extra: PRIVATE };
      const script = json({ error: sent, request_id: PRIVATE }, status, { "retry-after": "3600" });
      const openAi = await failing(script);
      expect([openAi.response.status, openAi.body]).toEqual([
        status,
        { error: { message: shown, type: "some_error", code: "some_code", param: "messages" } },
      ]);
      expect(Object.fromEntries(openAi.response.headers)).toMatchObject({
        "retry-after": "60",
        "x-latchkey-cost": "0.000000",
        // What was held is back.
        "x-latchkey-balance": "4.900000",
        "x-ratelimit-remaining-requests": "99",
        "content-type": "application/json",
      });
      const anthropic = await failing(script, MESSAGES_API);
      expect([anthropic.response.status, anthropic.body]).toEqual([
        status,
        {
          type: "error",
          error: { type, message: shown, code: "some_code", param: "messages" },
          request_id: anthropic.response.headers.get("request-id"),
        },
      ]);
      for (const { settlements } of [openAi, anthropic])
        expect(settlements).toMatchObject([{ ...FREE, statusCode: status, firstByteMs: expect.any(Number) }]);
    },
  );

  test.each<[string, number, Script, string]>([
    ["a list of problems", 422, json({ detail: [{ loc: ["body", "n"], msg: "No." }] }, 422), "n: No."],
    ["a page", 413, text("<html>10.0.0.7</html>", 413, { "content-type": "text/html" }), "gave no reason"],
    ["nothing", 400, json({ error: {} }, 400), "gave no reason"],
    ["more than a message", 400, json(error({ message: "x".repeat(70_000) }), 400), "gave no reason"],
  ])("that is the client's keeps its status as %s", async (_what, status, script, message) => {
    const { response, body, settlements } = await failing(script);
    expect([response.status, body.error.message]).toEqual([status, expect.stringContaining(message)]);
    expect(settlements).toMatchObject([{ ...FREE, statusCode: status }]);
  });

  const cut =
    (status: number): Script =>
    (response) => {
      response.writeHead(status, { ...JSON_TYPE, "content-length": 1000 });
      response.write('{"choices":[', () => response.destroy());
    };

  const INSIDE: [string, Script][] = [
    ["a refusal of the operator's credential", json(error({ message: `Incorrect key ${CREDENTIAL}` }), 401)],
    ["a bill for the operator", json(error({}), 402)],
    ["a country that the operator may not serve", json(error({}), 403)],
    ["a proxy's question for a password", json(error({}), 407)],
    ["the operator's quota", json(error({ code: "insufficient_quota" }), 429)],
    ["the operator's unpaid account", json(error({ type: "billing_not_active" }), 429)],
    ["a redirect", json({}, 307, { location: "http://169.254.169.254/latest" })],
    ["a page that moved", text("", 301, { location: "/v2" })],
    ["a status between", text("", 304)],
    ["a status that no client knows", json(error({}), 799)],
    ["an error that is a page", text("<html>10.0.0.7</html>", 500, { "content-type": "text/html" })],
    ["an error that is a text", json("10.0.0.7", 500)],
    ["an error without a message that may be an address of the operator's", json({ error: {} }, 404)],
    ["an empty error", text("", 500, JSON_TYPE)],
    ["an endless error", json(error({ message: "x".repeat(70_000) }), 500)],
    ["an error that is cut", cut(400)],
    ["no response", (response) => void response.destroy()],
    ["an empty response", text("", 200, JSON_TYPE)],
    ["a response without a body", text("", 204)],
    ["a page", text("<html></html>", 200, { "content-type": "text/html" })],
    ["a response without a type", text(JSON.stringify(CHAT_API.whole(9, 4)))],
    ["a response that is no JSON", text('{"choices":', 200, JSON_TYPE)],
    ["a response that is a text", json("Internal error")],
    ["a response that is a list", json([CHAT_API.whole(9, 4)])],
    ["a response that is nothing", json(null)],
    ["a response with nothing in it", json({})],
    ["a response that is an error", json(error({ message: PRIVATE }))],
    ["a response without content", json({ choices: [], usage: { prompt_tokens: 0, completion_tokens: 0 } })],
    ["a response that is cut", cut(200)],
  ];

  test.each(INSIDE)("that is %s stays inside: 502, recorded and free", async (_what, script) => {
    const { response, body, settlements } = await failing(script);
    expect([response.status, body]).toEqual([
      502,
      {
        error: {
          type: "api_error",
          code: "upstream_error",
          param: null,
          message: "The model could not be reached, or its response was cut short.",
        },
      },
    ]);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "x-latchkey-cost": "0.000000",
      "x-latchkey-balance": "4.900000",
      "x-ratelimit-remaining-requests": "99",
      "content-type": "application/json",
    });
    expect(response.headers.has("location")).toBe(false);
    expect(settlements).toMatchObject([{ ...FREE, statusCode: 502 }]);
  });

  test("that stays inside is 502 in Anthropic's form on Anthropic's paths", async () => {
    const { response, body, settlements } = await failing(json({}, 200), MESSAGES_API);
    expect([response.status, body]).toMatchObject([
      502,
      { type: "error", error: { type: "api_error", code: "upstream_error" }, request_id: expect.any(String) },
    ]);
    expect(settlements).toMatchObject([{ ...FREE, statusCode: 502 }]);
  });

  test("that stays inside is in the operator's log, without any secret", async () => {
    const { response } = await failing(json(error({}), 401));
    const id = response.headers.get("x-request-id") ?? "";
    const lines = edge.logs.filter((line) => line.includes(id) && line.includes("request_failed"));
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { event: "request_failed", code: "upstream_error", path: CHAT, request_id: id },
    ]);
    expect(lines[0]).toContain("The provider returned 401");
  });
});

test.each([
  ["an empty recording", "", 0],
  ["a recording", "abc", 75],
])("%s costs what its text does only if there is something to hear", async (_what, recording, costMicros) => {
  const { send, settled } = edge.newKey();
  edge.upstream.respondWith(text(recording, 200, { "content-type": "audio/mpeg" }));
  const sent = post({ model: "speech", input: "Hello", voice: "v" });
  await (await send("/v1/audio/speech", sent)).arrayBuffer();
  expect(await settled(1)).toMatchObject([{ costMicros, statusCode: recording === "" ? 502 : 200 }]);
});

describe("what is between the operator and the provider", () => {
  const cost = { cost: 0.0000079, cost_details: { upstream_inference_cost: 0.0000066 } };
  const usage = { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7, ...cost };
  const own = {
    provider: "Operators Inc.",
    served_by: "http://10.0.0.7:8000/v1",
    note: `with ${CREDENTIAL} for org-operators0001`,
  };
  const failure = { code: 502, message: `${PRIVATE} with ${CREDENTIAL}`, metadata: { raw: PRIVATE } };
  const choice = { index: 0, finish_reason: "error", error: failure };
  const MB_OF_TEXT = "x".repeat(1_100_000);
  const isPrivate = /operators|Operators|10\.0\.0\.7|000079|inference_cost/;

  /** What a client gets of a response. */
  async function shown(script: Script, path: string, init: RequestInit): Promise<string> {
    edge.upstream.respondWith(script);
    const response = await edge.newKey().send(path, init);
    expect(response.status).toBe(200);
    return response.text();
  }

  test.each([
    ["a response", "Hello"],
    ["one above 1 MB", MB_OF_TEXT],
  ])("doesn't pass in %s, nor inside its choices", async (_what, content) => {
    const whole = { ...own, choices: [{ ...choice, message: { content } }], usage };
    const seen = await shown(json(whole), CHAT, chat());
    expect(seen).not.toMatch(isPrivate);
    expect(JSON.parse(seen)).toMatchObject({
      choices: [{ message: { content }, error: { code: 502, message: "… at … in … with …" } }],
      usage: { total_tokens: 7 },
    });
  });

  test("doesn't pass in any event of a stream", async () => {
    const begun = data({ ...own, choices: [{ index: 0, delta: { content: "Hello" }, ...cost }] });
    const list = [begun, data({ ...own, choices: [choice], usage }), DONE];
    const seen = await shown(events(list), CHAT, post(CHAT_API.body));
    expect(seen).not.toMatch(isPrivate);
    expect(seen).toContain('"message":"… at … in … with …"');
    expect(seen).toContain(`"cost":${dollars(costOf(3, 4))}`);
  });

  test("doesn't pass in JSON of a path that the operator opened", async () => {
    const seen = await shown(json({ voice: "v", ...own, ...cost }), "/v1/voices/voice-1", { method: "GET" });
    expect(JSON.parse(seen)).toEqual({ voice: "v", served_by: "…", note: "with … for …" });
  });
});

describe("a long JSON response", () => {
  const INPUT = { method: "POST", body: JSON.stringify({ model: MODEL.model, input: "Hello" }) };
  const USAGE = { prompt_tokens: 3, total_tokens: 3 };
  const long = (usage: object = { usage: USAGE }) =>
    JSON.stringify({
      data: [{ embedding: "x".repeat(1_200_000) }],
      nested: { usage: { prompt_tokens: 99 } },
      ...usage,
    });
  /** In chunks, with no length given. */
  const chunked =
    (body: string, end: "end" | "destroy" = "end"): Script =>
    (response) => {
      response.writeHead(200, { "content-type": "application/json" });
      for (let at = 0; at < body.length; at += 50_000)
        response.write(body.slice(at, at + 50_000), () => at + 50_000 >= body.length && response[end]());
    };

  test("arrives whole without its cost in a header, and is charged by its usage", async () => {
    const { send, settled } = edge.newKey();
    edge.upstream.respondWith(chunked(long()));
    const response = await send("/v1/embeddings", INPUT);
    expect(await response.text()).toBe(long());
    for (const name of ["x-latchkey-cost", "x-latchkey-balance"])
      expect(response.headers.has(name), name).toBe(false);
    expect(response.headers.get("x-latchkey-paid-by")).toBe("balance");
    expect(await settled()).toMatchObject([{ statusCode: 200, outcome: 1, costMicros: costOf(3, 0) }]);
  });

  test("ends for its client only once it is settled", async () => {
    const { send, meterResponds, meterHas } = edge.newKey();
    await meterResponds("stuck");
    edge.upstream.respondWith(chunked(long()));
    const response = await send("/v1/embeddings", INPUT);
    let ended = false;
    const whole = response.text().finally(() => {
      ended = true;
    });
    await meterHas(({ settling }) => settling === 1);
    expect(ended).toBe(false);
    await meterResponds({});
    expect(await whole).toBe(long());
  });

  test("without a usage is charged by an estimate", async () => {
    const { send, settled } = edge.newKey();
    edge.upstream.respondWith(chunked(long({})));
    expect(await (await send("/v1/embeddings", INPUT)).text()).toBe(long({}));
    const tokensIn = inputTokensOf(INPUT.body);
    expect(await settled()).toMatchObject([
      {
        statusCode: 200,
        outcome: 6,
        estimated: true,
        tokensIn,
        tokensOut: 0,
        costMicros: costOf(tokensIn, 0),
      },
    ]);
  });

  test("that is complete when its connection breaks is whole for its client too", async () => {
    const { send, settled } = edge.newKey();
    edge.upstream.respondWith(chunked(long(), "destroy"));
    expect(await (await send("/v1/embeddings", INPUT)).text()).toBe(long());
    expect(await settled()).toMatchObject([{ statusCode: 200, outcome: 1, costMicros: costOf(3, 0) }]);
  });

  test("that is cut does not reach its client whole, and is charged by an estimate", async () => {
    const { send, settled } = edge.newKey();
    edge.upstream.respondWith(chunked(long().slice(0, -20), "destroy"));
    const response = await send("/v1/embeddings", INPUT);
    expect(response.status).toBe(200);
    await expect(response.json()).rejects.toThrow();
    expect(await settled()).toMatchObject([
      { statusCode: 502, outcome: 4, estimated: true, tokensOut: 0, costMicros: expect.any(Number) },
    ]);
  });

  test("of a chat is charged for the output that the client saw, at most what was held", async () => {
    const { send, settled, metered } = edge.newKey();
    const body = JSON.stringify({ choices: [{ message: { content: "x".repeat(1_200_000) } }] });
    edge.upstream.respondWith(chunked(body.slice(0, -5), "destroy"));
    await expect(send(CHAT, chat()).then((response) => response.json())).rejects.toThrow();
    const [settlement] = await settled();
    expect(settlement).toMatchObject({ outcome: 4, tokensOut: MODEL.maxOutputTokens });
    expect(settlement?.costMicros).toBeLessThanOrEqual((await metered()).admissions[0]?.holdMicros ?? 0);
  });
});

describe("a response whose settlement the account's object does not take", () => {
  const whole = json(CHAT_API.whole(1, 1));

  test("is sent all the same, and settled later", async () => {
    const { send, settled, meterResponds } = edge.newKey();
    edge.upstream.respondWith(
      (response, request) => void meterResponds("away").then(() => whole(response, request)),
    );
    const response = await send(CHAT, chat());
    expect(response.status).toBe(200);
    expect(response.headers.get("x-latchkey-cost")).toBe(dollars(costOf(1, 1)));
    // Nobody knows it.
    expect(response.headers.has("x-latchkey-balance")).toBe(false);
    const refused = await send(CHAT, chat());
    expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "1"]);
    expect(edge.upstream.received).toHaveLength(1);
    await meterResponds({});
    expect(await settled()).toMatchObject([{ statusCode: 200, costMicros: costOf(1, 1) }]);
  });

  test("is settled together with the account's next request", async () => {
    const { send, metered, meterResponds } = edge.newKey();
    edge.upstream.respondWith(
      (response, request) => void meterResponds("away").then(() => whole(response, request)),
    );
    await (await send(CHAT, chat())).text();
    await meterResponds({});
    edge.upstream.respondWith(whole);
    await (await send(CHAT, chat())).text();
    expect((await metered()).settlements).toHaveLength(2);
  });

  test("waits for it for at most five seconds", async () => {
    const { send, settled, meterResponds, meterHas } = edge.newKey();
    edge.upstream.respondWith(
      (response, request) => void meterResponds("stuck").then(() => whole(response, request)),
    );
    const began = Date.now();
    const response = await send(CHAT, chat());
    expect(await response.json()).toMatchObject({ usage: { cost: costOf(1, 1) / 1e6 } });
    expect(Date.now() - began).toBeGreaterThanOrEqual(4_990);
    await meterResponds("away");
    await meterHas(({ settling }) => settling === 0);
    await meterResponds({});
    await settled();
  });
});
