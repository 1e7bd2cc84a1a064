import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type OpenAiEdge, startOpenAiEdge } from "./gateway-client/openai-edge.ts";

let edge: OpenAiEdge;
beforeAll(async () => {
  edge = await startOpenAiEdge();
});
afterAll(() => edge.stop());

const COMPLETED = { status: 200, outcome: 1, estimated: false };
const PNG = /^iVBORw0KGgo/;
const linesOf = ({ priceLines }: { priceLines: string | null }) => JSON.parse(priceLines ?? "null")?.lines;

describe("images", () => {
  const DRAW = { model: "demo-image", prompt: "A brass key" };

  test("are charged by the listed price of the size and quality that the response reports", async () => {
    const { client, settled } = await edge.newCustomer();
    const { data, response } = await client()
      .images.generate({ ...DRAW, n: 2, size: "1024x1024", quality: "low" })
      .withResponse();
    expect(data.data?.map(({ b64_json }) => PNG.test(b64_json ?? ""))).toEqual([true, true]);
    expect(response.headers.get("x-latchkey-cost")).toBe("0.022000");
    const [row] = await settled(1);
    expect(row).toMatchObject({ ...COMPLETED, costMicros: 22_000, tokensIn: 0, tokensOut: 0 });
    expect(row && linesOf(row)).toEqual([{ dimension: "image:1024x1024:low", quantity: 2 }]);
  });

  test("without a size and quality are the first ones listed, in the form requested", async () => {
    const { client, settled } = await edge.newCustomer();
    const { data, size, quality } = await client().images.generate({ ...DRAW, response_format: "url" });
    expect([data?.[0]?.url?.slice(0, 15), size, quality]).toEqual(["data:image/png;", "1024x1024", "medium"]);
    expect((await settled(1))[0]?.costMicros).toBe(42_000);
  });

  test("that the provider chooses are held for the dearest, which must be affordable", async () => {
    const { client, settled } = await edge.newCustomer({ micros: 260_000 });
    const auto = { ...DRAW, size: "auto", quality: "auto" } as const;
    await expect(client({ maxRetries: 0 }).images.generate({ ...auto, n: 2 })).rejects.toMatchObject({
      status: 402,
      code: "insufficient_balance",
    });
    expect((await client().images.generate(auto)).size).toBe("1536x1024");
    expect((await settled(1))[0]?.costMicros).toBe(250_000);
  });

  test("are streamed, the last event with what they cost", async () => {
    const { client, settled } = await edge.newCustomer();
    const drafts = { ...DRAW, model: "demo-image-tokens", quality: "low", partial_images: 2 } as const;
    const events: { type: string; usage?: object }[] = [];
    for await (const event of await client().images.generate({ ...drafts, stream: true })) events.push(event);
    expect(events.map(({ type }) => type)).toEqual([
      "image_generation.partial_image",
      "image_generation.partial_image",
      "image_generation.completed",
    ]);
    const [row] = await settled(1);
    expect(row).toMatchObject({ ...COMPLETED, tokensOut: 272 + 200 });
    expect(events[2]?.usage).toHaveProperty("cost", (row?.costMicros ?? 0) / 1e6);
  });

  test("that were cut short are charged as requested, and marked as an estimate", async () => {
    const { client, settled } = await edge.newCustomer();
    const cut = { ...DRAW, prompt: "/cut 1 x", quality: "low", stream: true, partial_images: 2 } as const;
    const read = async () => {
      for await (const event of await client({ maxRetries: 0 }).images.generate(cut))
        expect(event).toBeTruthy();
    };
    await read().catch(() => {});
    expect(await settled(1)).toMatchObject([{ estimated: true, costMicros: 11_000, status: 502 }]);
  });

  test("and what they cannot be say so, for free", async () => {
    const { client, settled } = await edge.newCustomer();
    const draw = (more: object) => client({ maxRetries: 0 }).images.generate({ ...DRAW, ...more });
    await expect(draw({ size: "512x512" })).rejects.toMatchObject({ status: 400, param: "size" });
    await expect(draw({ model: "demo-small" })).rejects.toMatchObject({ status: 400, param: "model" });
    await expect(draw({ prompt: "/fail 429 x" })).rejects.toMatchObject({ status: 429 });
    for (const { costMicros } of await settled(2)) expect(costMicros).toBe(0);
  });
});

describe("speech", () => {
  const READ = { model: "demo-speech", input: "Hello, world.".repeat(10), voice: "alloy" } as const;

  test.each([
    ["mp3", undefined, "audio/mpeg", [0xff, 0xfb]],
    ["wav", "wav", "audio/wav", [...Buffer.from("RIFF")]],
    ["pcm", "pcm", "audio/pcm", [0, 0]],
  ] as const)(
    "in %s is the recording, charged by the characters of its text",
    async (_, format, type, head) => {
      const { client, settled } = await edge.newCustomer();
      const response = await client().audio.speech.create({
        ...READ,
        ...(format && { response_format: format }),
      });
      expect(response.headers.get("content-type")).toBe(type);
      const bytes = new Uint8Array(await response.arrayBuffer());
      expect([...bytes.subarray(0, head.length)]).toEqual(head);
      const [row] = await settled(1);
      expect(row).toMatchObject({ ...COMPLETED, endpoint: "/v1/audio/speech", costMicros: 1_950 });
      expect(row && linesOf(row)).toEqual([{ dimension: "character", quantity: 130 }]);
    },
  );

  test("that is cut is an error for its client, and charged as requested", async () => {
    const { client, settled } = await edge.newCustomer();
    const response = await client().audio.speech.create({ ...READ, input: `/cut 20000 ${READ.input}` });
    await expect(response.arrayBuffer()).rejects.toThrow();
    expect(await settled(1)).toMatchObject([{ status: 502, estimated: true }]);
  });

  test("of an error is the error, for free", async () => {
    const { client, settled } = await edge.newCustomer();
    const create = (more: object) => client({ maxRetries: 0 }).audio.speech.create({ ...READ, ...more });
    await expect(create({ input: "/fail 400 x" })).rejects.toMatchObject({ status: 400 });
    await expect(create({ input: "/html x" })).rejects.toMatchObject({ status: 502 });
    await expect(create({ input: "/empty x" })).rejects.toMatchObject({ status: 502 });
    expect((await settled(3)).map(({ costMicros }) => costMicros)).toEqual([0, 0, 0]);
  });

  test("of a model that is priced by tokens, and text of one that is priced by characters, are refused", async () => {
    const { client } = await edge.newCustomer();
    const { audio, chat } = client({ maxRetries: 0 });
    await expect(audio.speech.create({ ...READ, model: "demo-small" })).rejects.toMatchObject({
      status: 400,
      param: "model",
    });
    const messages = [{ role: "user" as const, content: "x" }];
    await expect(chat.completions.create({ model: "demo-speech", messages })).rejects.toMatchObject({
      status: 400,
      param: "model",
    });
  });
});

test("reranking is charged by search units, in whatever order the documents are", async () => {
  const { client, settled } = await edge.newCustomer();
  const documents = [...Array.from({ length: 120 }, (_, at) => `Document ${at}`), "The latch of a door"];
  const body = { model: "demo-rerank", query: "latch door", documents, top_n: 1 };
  const response = await client().post("/rerank", { body });
  expect(response).toMatchObject({ results: [{ index: 120, relevance_score: 1 }] });
  const [row] = await settled(1);
  expect(row).toMatchObject({ ...COMPLETED, endpoint: "/v1/rerank", costMicros: 4_000 });
  expect(row && linesOf(row)).toEqual([{ dimension: "search_unit", quantity: 2 }]);
});

test("a test key gets an image, a recording and an order for free, without the provider", async () => {
  const { client } = await edge.newCustomer({ test: true, micros: 0 });
  const before = edge.upstream.received.length;
  const { data } = await client().images.generate({ model: "any", prompt: "x", size: "auto" });
  expect(data?.[0]?.b64_json).toMatch(PNG);
  const speech = await client().audio.speech.create({
    model: "any",
    input: "x",
    voice: "v",
    response_format: "wav",
  });
  expect(
    Buffer.from(await speech.arrayBuffer())
      .subarray(0, 4)
      .toString(),
  ).toBe("RIFF");
  const order = await client().post("/rerank", { body: { model: "any", query: "q", documents: ["x"] } });
  expect(order).toMatchObject({ results: [{ index: 0 }] });
  expect(edge.upstream.received.length).toBe(before);
});
