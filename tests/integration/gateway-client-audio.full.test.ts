import { toFile } from "openai";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { silentMp3, silentWav } from "#core/domain/gateway/silent-audio.ts";
import { type OpenAiEdge, startOpenAiEdge } from "./gateway-client/openai-edge.ts";

let edge: OpenAiEdge;
beforeAll(async () => {
  edge = await startOpenAiEdge();
});
afterAll(() => edge.stop());

const MODEL = "demo-transcribe";
const COMPLETED = { status: 200, outcome: 1, estimated: false };
const TEXT = "A recording called a.wav. It lasts 30.0 seconds.";
const SRT =
  "1\n00:00:00,000 --> 00:00:04,000\nA recording called a.wav.\n\n2\n00:00:04,000 --> 00:00:08,000\nIt lasts 30.0 seconds.\n\n";
const VTT = `WEBVTT\n\n${SRT.replaceAll(/^\d+\n/gm, "").replaceAll(/(\d\d),(\d)/g, "$1.$2")}`;
const wav = (seconds = 30) => toFile(silentWav(seconds), "a.wav");
const linesOf = ({ priceLines }: { priceLines: string | null }) => JSON.parse(priceLines ?? "null")?.lines;

describe("a transcript by the minute", () => {
  test.each([
    ["json", expect.objectContaining({ text: TEXT })],
    ["text", `${TEXT}\n`],
    ["srt", SRT],
    ["vtt", VTT],
    ["verbose_json", expect.objectContaining({ text: TEXT, language: "english", duration: 30 })],
  ] as const)("comes as %s, for the seconds of the recording", async (response_format, shown) => {
    const { client, settled } = await edge.newCustomer();
    const { data, response } = await client()
      .audio.transcriptions.create({ file: await wav(), model: MODEL, response_format })
      .withResponse();
    expect(data).toEqual(shown);
    expect(response.headers.get("x-latchkey-cost")).toBe("0.003000");
    const [row] = await settled(1);
    expect(row).toMatchObject({ ...COMPLETED, endpoint: "/v1/audio/transcriptions", costMicros: 3_000 });
    expect(row && linesOf(row)).toEqual([{ dimension: "second", quantity: 30 }]);
    if (response_format.endsWith("json"))
      expect(data).toMatchObject({ usage: { type: "duration", seconds: 30, cost: 0.003 } });
  });

  test("has its words when they are requested", async () => {
    const { client } = await edge.newCustomer();
    const { words, segments } = await client().audio.transcriptions.create({
      file: await wav(),
      model: MODEL,
      response_format: "verbose_json",
      timestamp_granularities: ["word", "segment"],
    });
    expect([words?.[0], segments?.length]).toEqual([expect.objectContaining({ word: "A", start: 0 }), 2]);
  });

  test("costs the smallest billed length when it is shorter", async () => {
    const { client, settled } = await edge.newCustomer();
    await client().audio.translations.create({ model: MODEL, file: await wav(1) });
    const [row] = await settled(1);
    expect(row).toMatchObject({ ...COMPLETED, endpoint: "/v1/audio/translations", costMicros: 1_000 });
  });

  test.each(["json", "text", "srt", "verbose_json", "vtt"] as const)(
    "translated comes as %s",
    async (response_format) => {
      const { client } = await edge.newCustomer();
      const data: unknown = await client().audio.translations.create({
        model: MODEL,
        file: await wav(),
        response_format,
      });
      expect(JSON.stringify(data)).toContain("A recording called a.wav.");
    },
  );

  test("is held by the bytes of its recording, or by max_minutes", async () => {
    const { client, settled } = await edge.newCustomer({ micros: 10_000 });
    const create = (more: object) =>
      client({ maxRetries: 0 }).audio.transcriptions.create({
        model: MODEL,
        ...more,
      } as never);
    const file = await toFile(silentMp3(300), "a.mp3");
    await expect(create({ file })).rejects.toMatchObject({ status: 402, code: "insufficient_balance" });
    await expect(create({ file, max_minutes: "1" })).rejects.toMatchObject({ status: 402 });
    const short = await toFile(silentMp3(30), "a.mp3");
    await create({ file: short, max_minutes: "1" });
    expect((await settled(1))[0]?.costMicros).toBe(3_100);
  });

  test("may be longer than max_minutes as far as its size makes that likely", async () => {
    const { client, settled } = await edge.newCustomer();
    const file = await toFile(new Uint8Array(61 * 16_000).fill(1), "a.ogg");
    const create = (max_minutes: string) =>
      client({ maxRetries: 0 }).audio.transcriptions.create({ file, model: MODEL, max_minutes } as never);
    // 61 s for the provider, and 122 s by the least that is believed of such a file.
    expect(await create("1")).toMatchObject({ text: expect.stringContaining("61.0 seconds") });
    expect(await settled(1)).toMatchObject([{ ...COMPLETED, costMicros: 6_100 }]);
  });

  test("that cannot be made is an error, for free", async () => {
    const { client, settled } = await edge.newCustomer();
    const create = (more: object) =>
      client({ maxRetries: 0 }).audio.transcriptions.create({ model: MODEL, ...more } as never);
    const file = await wav(1);
    await expect(create({ file, prompt: "/fail 400 x" })).rejects.toMatchObject({ status: 400 });
    await expect(create({ file, prompt: "/fail 429 x" })).rejects.toMatchObject({ status: 429 });
    await expect(create({ file, prompt: "/html x" })).rejects.toMatchObject({ status: 502 });
    await expect(create({ file, prompt: "/empty x" })).rejects.toMatchObject({ status: 502 });
    await expect(create({ file, prompt: "/cut 20 x" })).rejects.toMatchObject({ status: 502 });
    expect((await settled(5)).map(({ costMicros }) => costMicros)).toEqual([0, 0, 0, 0, 0]);
  });

  test("is refused by name for what is not offered, before the provider is asked", async () => {
    const { client } = await edge.newCustomer();
    const before = edge.upstream.received.length;
    const create = async (more: object) =>
      client({ maxRetries: 0 }).audio.transcriptions.create({
        file: await wav(1),
        model: MODEL,
        ...more,
      } as never);
    await expect(create({ model: "demo-speech" })).rejects.toMatchObject({ status: 400, param: "model" });
    await expect(create({ model: "gone" })).rejects.toMatchObject({ status: 404, param: "model" });
    await expect(create({ stream: true })).rejects.toMatchObject({ status: 400, param: "stream" });
    await expect(create({ user: "x" })).rejects.toMatchObject({
      code: "unsupported_parameter",
      param: "user",
    });
    await expect(create({ known_speaker_names: ["x"] })).rejects.toMatchObject({
      param: "known_speaker_names[]",
    });
    expect(edge.upstream.received.length).toBe(before);
  });
});

describe("a transcript by tokens", () => {
  const TOKENS = { model: "demo-transcribe-tokens" };

  test.each(["json", "text"] as const)("comes as %s", async (response_format) => {
    const { client, settled } = await edge.newCustomer();
    const data: unknown = await client().audio.transcriptions.create({
      ...TOKENS,
      file: await wav(),
      response_format,
    });
    expect(JSON.stringify(data)).toContain("It lasts 30.0 seconds.");
    const [row] = await settled(1);
    expect(row).toMatchObject(COMPLETED);
    expect(row && linesOf(row)).toContainEqual({ dimension: "audio_input", quantity: 300 });
  });

  test("is streamed, the last event with what it cost", async () => {
    const { client, settled } = await edge.newCustomer();
    const stream = await client().audio.transcriptions.create({ ...TOKENS, file: await wav(), stream: true });
    const events: { type: string; delta?: string; usage?: object }[] = [];
    for await (const event of stream) events.push(event);
    expect(events.map(({ delta = "" }) => delta).join("")).toBe(TEXT);
    const [row] = await settled(1);
    expect(row).toMatchObject(COMPLETED);
    expect(events.at(-1)).toMatchObject({
      type: "transcript.text.done",
      usage: { cost: (row?.costMicros ?? 0) / 1e6 },
    });
  });

  test("that is cut is an error for its client, and charged for what was heard of it", async () => {
    const { client, settled } = await edge.newCustomer();
    const read = async () => {
      const cut = { ...TOKENS, file: await wav(), prompt: "/cut 2 x", stream: true } as const;
      for await (const event of await client({ maxRetries: 0 }).audio.transcriptions.create(cut))
        expect(event).toBeTruthy();
    };
    await expect(read()).rejects.toThrow();
    expect(await settled(1)).toMatchObject([{ status: 502, estimated: true }]);
  });
});

test("a test key gets every form and a stream, for free and without the provider", async () => {
  const { client } = await edge.newCustomer({ test: true, micros: 0 });
  const before = edge.upstream.received.length;
  const create = async (more: object) =>
    client().audio.transcriptions.create({
      file: await wav(1),
      model: "any",
      ...more,
    } as never) as Promise<unknown>;
  expect(await create({})).toMatchObject({ text: "This is a test." });
  expect(await create({ response_format: "srt" })).toBe(
    "1\n00:00:00,000 --> 00:00:01,000\nThis is a test.\n\n",
  );
  expect(await create({ response_format: "verbose_json" })).toMatchObject({ words: { length: 4 } });
  expect(await create({ response_format: "diarized_json" })).toMatchObject({ segments: [{ speaker: "A" }] });
  const events: unknown[] = [];
  for await (const event of (await create({ stream: true })) as AsyncIterable<unknown>) events.push(event);
  expect(events.at(-1)).toMatchObject({ type: "transcript.text.done", text: "This is a test." });
  expect(edge.upstream.received.length).toBe(before);
});
