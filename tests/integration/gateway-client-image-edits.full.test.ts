import { randomBytes } from "node:crypto";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { APIConnectionError, toFile } from "openai";
import type { ImageEditParamsNonStreaming } from "openai/resources/images";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { abortedAtTheProvider, LEFT_OR_COMPLETED } from "./gateway-client/leaving-client.ts";
import { type OpenAiEdge, startOpenAiEdge } from "./gateway-client/openai-edge.ts";

let edge: OpenAiEdge;
beforeAll(async () => {
  edge = await startOpenAiEdge();
});
afterAll(() => edge.stop());

const COMPLETED = { status: 200, outcome: 1, estimated: false };
const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const JPEG = Buffer.concat([Buffer.of(0xff, 0xd8, 0xff, 0xe0), Buffer.alloc(40)]);
const WEBP = Buffer.concat([Buffer.from("RIFF....WEBPVP8 "), Buffer.alloc(40)]);
const DRAWN = /^iVBORw0KGgo/;
const png = (bytes: Buffer = PIXEL, name = "key.png") => toFile(bytes, name, { type: "image/png" });
const linesOf = ({ priceLines }: { priceLines: string | null }) => JSON.parse(priceLines ?? "null")?.lines;

type Edit = Partial<ImageEditParamsNonStreaming>;
const editOf = async (more: Edit = {}): Promise<ImageEditParamsNonStreaming> => ({
  model: "demo-image",
  prompt: "The key in silver",
  image: await png(),
  ...more,
});
const TOKENS = { model: "demo-image-tokens", quality: "low" } as const;

describe("an edited image", () => {
  test("costs the listed price of what is drawn, and nothing for what is sent", async () => {
    const { client, settled } = await edge.newCustomer();
    const { data, response } = await client()
      .images.edit(await editOf({ n: 2, size: "1024x1024", quality: "low", mask: await png() }))
      .withResponse();
    expect(data.data?.map(({ b64_json }) => DRAWN.test(b64_json ?? ""))).toEqual([true, true]);
    expect(response.headers.get("x-latchkey-cost")).toBe("0.022000");
    const [row] = await settled(1);
    expect(row).toMatchObject({ ...COMPLETED, endpoint: "/v1/images/edits", costMicros: 22_000 });
    expect(row && linesOf(row)).toEqual([{ dimension: "image:1024x1024:low", quantity: 2 }]);
  });

  test("is at an address if the request wants that, in the first listed size and quality", async () => {
    const { client, settled } = await edge.newCustomer();
    const edited = await client().images.edit(await editOf({ response_format: "url" }));
    expect([edited.data?.[0]?.url?.slice(0, 15), edited.size, edited.quality]).toEqual([
      "data:image/png;",
      "1024x1024",
      "medium",
    ]);
    expect((await settled(1))[0]?.costMicros).toBe(42_000);
  });

  test("is drawn from several images, whose tokens cost what the list says", async () => {
    const { client, settled } = await edge.newCustomer();
    const several = [
      await png(),
      await toFile(JPEG, "key.jpg", { type: "image/jpeg" }),
      await toFile(WEBP, "key.webp", { type: "image/webp" }),
    ];
    const { usage } = await client().images.edit(await editOf({ ...TOKENS, image: several }));
    expect(usage?.input_tokens_details.image_tokens).toBe(3 * 323);
    const [row] = await settled(1);
    const words = usage?.input_tokens_details.text_tokens ?? 0;
    expect(row).toMatchObject({ ...COMPLETED, tokensIn: words + 969, tokensOut: 272 });
    expect(row?.costMicros).toBe(5 * words + 10 * 969 + 40 * 272);
    expect(usage).toHaveProperty("cost", (row?.costMicros ?? 0) / 1e6);
  });

  test("holds the most tokens of every image and of the mask", async () => {
    const held = 10 * 2 * 4_483 + 40 * 4_096;
    const { client, settled } = await edge.newCustomer({ micros: held });
    const edit = await editOf({ ...TOKENS, mask: await png(), input_fidelity: "high" });
    const refused = client({ maxRetries: 0 }).images.edit(edit);
    await expect(refused).rejects.toMatchObject({ status: 402, code: "insufficient_balance" });
    const richer = await edge.newCustomer({ micros: held + 1_000 });
    const { usage } = await richer.client().images.edit(await editOf({ ...edit, mask: await png() }));
    expect(usage?.input_tokens_details.image_tokens).toBe(2 * 4_483);
    expect(await settled(0)).toEqual([]);
    expect((await richer.settled(1))[0]?.costMicros).toBeLessThanOrEqual(held + 1_000);
  });

  test("is streamed with its drafts, the last event with what it costs", async () => {
    const { client, settled } = await edge.newCustomer();
    const drafts = await editOf({ ...TOKENS, partial_images: 2 });
    const events: { type: string; usage?: object }[] = [];
    for await (const event of await client().images.edit({ ...drafts, stream: true })) events.push(event);
    expect(events.map(({ type }) => type)).toEqual([
      "image_edit.partial_image",
      "image_edit.partial_image",
      "image_edit.completed",
    ]);
    const [row] = await settled(1);
    expect(row).toMatchObject({ ...COMPLETED, tokensOut: 272 + 200 });
    expect(events[2]?.usage).toHaveProperty("cost", (row?.costMicros ?? 0) / 1e6);
  });

  test("may have a large source if that is the form's last part", async () => {
    const { client, settled } = await edge.newCustomer();
    const large = Buffer.concat([PIXEL, randomBytes(12 * 1024 * 1024)]);
    const { image, ...texts } = await editOf({ quality: "low", image: await png(large) });
    expect((await client().images.edit({ ...texts, image })).data).toHaveLength(1);
    const [row] = await settled(1);
    expect(row).toMatchObject({ ...COMPLETED, costMicros: 11_000 });
    const { received } = edge.upstream;
    const before = received.length;
    const refusalOf = (edit: ImageEditParamsNonStreaming) =>
      client({ maxRetries: 0 })
        .images.edit(edit)
        .catch((error: unknown) => error);
    const first = await refusalOf({ image: await png(large), ...texts });
    const tooLarge = await png(Buffer.concat([PIXEL, Buffer.alloc(27 * 1024 * 1024)]));
    const huge = await refusalOf({ ...texts, image: tooLarge });
    // The connection may break before all of a refused body was sent.
    if (!(first instanceof APIConnectionError)) expect(first).toMatchObject({ status: 400, param: "image" });
    if (!(huge instanceof APIConnectionError))
      expect(huge).toMatchObject({ status: 413, code: "payload_too_large" });
    expect(received.length).toBe(before);
  });
});

describe("an edit that fails", () => {
  test.each<[string, () => Promise<Edit>, string | null, string]>([
    ["a GIF", async () => ({ image: await png(Buffer.from("GIF89a...........")) }), "image", "WebP"],
    ["nothing", async () => ({ image: await png(Buffer.alloc(0)) }), "image", "WebP"],
    [
      "another type",
      async () => ({ image: await toFile(PIXEL, "a.png", { type: "image/svg+xml" }) }),
      "image",
      "image/png",
    ],
    [
      "a mask in JPEG",
      async () => ({ mask: await toFile(JPEG, "a.jpg", { type: "image/jpeg" }) }),
      "mask",
      "PNG",
    ],
    [
      "17 images",
      async () => ({ image: await Promise.all(Array.from({ length: 17 }, () => png())) }),
      "image[]",
      "at most 16",
    ],
    ["an unlisted size", async () => ({ size: "256x256" }), "size", "1024x1024"],
    ["11 images to draw", async () => ({ n: 11 }), "n", "from 1 to 10"],
    ["another format", async () => ({ output_format: "gif" }), "output_format", "webp"],
    ["an unpriced field", async () => ({ frame_count: 3 }), "frame_count", "not supported"],
    ["a model of other endpoints", async () => ({ model: "demo-rerank" }), "model", "other endpoints"],
    ["an empty prompt", async () => ({ prompt: "" }), "prompt", "not empty"],
  ])("for %s says so, for free and without the provider", async (_, more, param, rule) => {
    const { client } = await edge.newCustomer();
    const before = edge.upstream.received.length;
    const edited = client({ maxRetries: 0 }).images.edit(await editOf(await more()));
    await expect(edited).rejects.toMatchObject({
      status: 400,
      param,
      type: "invalid_request_error",
      message: expect.stringContaining(rule),
    });
    expect(edge.upstream.received.length).toBe(before);
  });

  test("at the provider is free", async () => {
    const { client, settled } = await edge.newCustomer();
    const edit = async (more: Edit) => client({ maxRetries: 0 }).images.edit(await editOf(more));
    await expect(edit({ prompt: "/fail 429 x" })).rejects.toMatchObject({ status: 429 });
    await expect(edit({ prompt: "/html x" })).rejects.toMatchObject({ status: 502, code: "upstream_error" });
    await expect(edit({ image: await toFile(PIXEL, "a.png", { type: "" }) })).rejects.toMatchObject({
      status: 400,
      code: "unsupported_file_mimetype",
    });
    for (const { costMicros } of await settled(3)) expect(costMicros).toBe(0);
  });

  test("after its first draft is charged as requested, and marked as an estimate", async () => {
    const { client, settled } = await edge.newCustomer();
    const cut = await editOf({ prompt: "/cut 1 x", quality: "low", partial_images: 2 });
    const read = async () => {
      for await (const event of await client({ maxRetries: 0 }).images.edit({ ...cut, stream: true }))
        expect(event).toBeTruthy();
    };
    await expect(read()).rejects.toThrow();
    expect(await settled(1)).toMatchObject([{ estimated: true, costMicros: 11_000, status: 502 }]);
  });

  test("because its client disconnects is charged as requested once the provider has begun", async () => {
    const { client, settled } = await edge.newCustomer();
    const { images } = client({ maxRetries: 0, fetch: abortedAtTheProvider(edge) });
    const edit = await editOf({ prompt: "/slow 800 x", quality: "low" });
    await expect(images.edit(edit, { signal: AbortSignal.timeout(150) })).rejects.toThrow();
    const [row] = await settled(1);
    expect(LEFT_OR_COMPLETED).toContainEqual([row?.status, row?.outcome]);
    expect(row?.costMicros).toBe(11_000);
  });

  test("because its upload stops is free", async () => {
    const { client, key, settled } = await edge.newCustomer();
    const socket = connect(Number(new URL(edge.origin).port), "127.0.0.1");
    const boundary = "----7f3a9c51";
    const partOf = (head: string) => `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n`;
    const lines = [
      "POST /v1/images/edits HTTP/1.1",
      "host: latchkey.test",
      `authorization: Bearer ${key}`,
      `content-type: multipart/form-data; boundary=${boundary}`,
      "content-length: 12000000",
      "",
      "",
    ];
    const texts = ["model", "prompt"].map((name) => `${partOf(`name="${name}"`)}demo-image\r\n`).join("");
    const head = partOf(`name="image"; filename="a.png"\r\nContent-Type: image/png`);
    socket.write(lines.join("\r\n") + texts + head);
    socket.write(Buffer.concat([PIXEL, Buffer.alloc(400_000)]));
    await sleep(500);
    socket.destroy();
    expect(await settled(1)).toMatchObject([{ status: 499, costMicros: 0 }]);
    expect((await client().images.edit(await editOf({ quality: "low" }))).data).toHaveLength(1);
    expect((await settled(2))[1]?.costMicros).toBe(11_000);
  });

  test("because it is JSON is refused by its type", async () => {
    const { client } = await edge.newCustomer();
    const body = { model: "demo-image", prompt: "x", images: [{ image_url: "https://example.com/a.png" }] };
    await expect(client({ maxRetries: 0 }).post("/images/edits", { body })).rejects.toMatchObject({
      status: 415,
      code: "unsupported_media_type",
    });
  });
});

test("a test key edits images for free, without the provider", async () => {
  const { client } = await edge.newCustomer({ test: true, micros: 0 });
  const before = edge.upstream.received.length;
  const edited = await client().images.edit(await editOf({ model: "any", size: "auto" }));
  expect(edited.data?.[0]?.b64_json).toMatch(DRAWN);
  const events: string[] = [];
  for await (const { type } of await client().images.edit({ ...(await editOf()), stream: true }))
    events.push(type);
  expect(events).toEqual(["image_edit.completed"]);
  expect(edge.upstream.received.length).toBe(before);
});

test("variations of images are not offered", async () => {
  const { client } = await edge.newCustomer();
  const varied = client({ maxRetries: 0 }).images.createVariation({ image: await png() });
  await expect(varied).rejects.toMatchObject({ status: 404, code: "unknown_endpoint" });
});
