import { deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CHAT_API, post } from "./gateway-http/apis.ts";
import { type Edge, errorOf, MODEL, startEdge } from "./gateway-http/edge.ts";
import { json } from "./gateway-http/scripted-upstream.ts";

const MB = 1024 * 1024;
const { path: CHAT } = CHAT_API;

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge();
  edge.upstream.respondWith(json(CHAT_API.whole(9, 4)));
});
afterAll(() => edge.stop());

const chat = (content: string) =>
  JSON.stringify({ model: MODEL.model, messages: [{ role: "user", content }] });
const encoded = (encoding: string, body: Uint8Array) => ({
  method: "POST",
  headers: { "content-encoding": encoding, "content-type": "application/json" },
  body: new Uint8Array(body),
});

describe("a body that is compressed", () => {
  test.each([
    ["gzip", gzipSync],
    ["x-gzip", gzipSync],
    ["GZIP", gzipSync],
    ["deflate", deflateSync],
  ])("with %s is priced and forwarded as what it is", async (encoding, compress) => {
    for (const content of ["Hi", "Größe 日本 ".repeat(100_000)]) {
      const { send, metered } = edge.newKey();
      const plain = await send(CHAT, { ...post({}), body: chat(content) });
      expect(plain.status).toBe(200);
      const packed = await send(CHAT, encoded(encoding, compress(chat(content))));
      expect(packed.status).toBe(200);
      const [first, second] = edge.upstream.received.slice(-2);
      expect(second?.body.equals(first?.body ?? Buffer.of())).toBe(true);
      expect(second?.headers).not.toHaveProperty("content-encoding");
      const [one, other] = (await metered()).admissions;
      expect(other?.holdMicros).toBe(one?.holdMicros);
    }
  });

  test("is read as a form, too", async () => {
    const { send } = edge.newKey();
    const data = new FormData();
    data.append("hologram", "x");
    const form = new Response(data);
    const headers = {
      "content-type": form.headers.get("content-type") ?? "",
      "content-encoding": "gzip",
    };
    const body = new Uint8Array(gzipSync(Buffer.from(await form.arrayBuffer())));
    const response = await send("/v1/audio/transcriptions", { method: "POST", headers, body });
    expect((await errorOf(response)).param).toBe("hologram");
  });

  test.each([
    ["8 MB", false, 40 * MB],
    ["256 KB", true, MB],
  ])("may have at most %s when it is decoded", async (most, isTest, size) => {
    const { send, metered } = edge.newKey({ test: isTest });
    const bomb = gzipSync(Buffer.alloc(size, " "));
    expect(bomb.length).toBeLessThan(50_000);
    const response = await send(CHAT, encoded("gzip", bomb));
    expect([response.status, (await errorOf(response)).message]).toEqual([
      413,
      expect.stringContaining(`must have at most ${most}.`),
    ]);
    const { admissions, refusals } = await metered();
    expect([admissions, refusals.map(({ code }) => code)]).toEqual([[], ["payload_too_large"]]);
  });

  test("takes the room of what it is decoded to, and gives it back", async () => {
    const { send } = edge.newKey();
    const spaces = gzipSync(`{${" ".repeat(7 * MB)}`);
    const responses = await Promise.all(Array.from({ length: 8 }, () => send(CHAT, encoded("gzip", spaces))));
    for (const { status } of responses) expect([400, 503]).toContain(status);
    expect((await send(CHAT, encoded("gzip", spaces))).status).toBe(400);
  });

  test.each([
    ["gzip", Buffer.from(chat("Hi"))],
    ["gzip", gzipSync(chat("Hi")).subarray(0, -9)],
    ["gzip", deflateSync(chat("Hi"))],
    ["deflate", deflateRawSync(chat("Hi"))],
    ["gzip", Buffer.of()],
  ])("is refused when it is not %s", async (encoding, body) => {
    const response = await edge.newKey().send(CHAT, encoded(encoding, body));
    expect(response.status).toBe(400);
    expect((await errorOf(response)).code).toBe("invalid_request");
  });

  test.each(["br", "zstd", "compress", "gzip, gzip", "constructor"])(
    "is refused by name with %s",
    async (encoding) => {
      const response = await edge.newKey().send(CHAT, encoded(encoding, Buffer.from(chat("Hi"))));
      expect([response.status, await errorOf(response)]).toMatchObject([
        415,
        { code: "unsupported_media_type", message: expect.stringContaining("gzip or deflate") },
      ]);
    },
  );

  test("is read without an encoding that changes nothing", async () => {
    for (const encoding of ["identity", ""]) {
      const response = await edge.newKey().send(CHAT, encoded(encoding, Buffer.from(chat("Hi"))));
      expect(response.status).toBe(200);
    }
  });
});
