import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { chargeOf, outcomeOf } from "#core/domain/gateway/charging.ts";
import { renderTranscript, type TranscriptForm } from "#core/domain/gateway/endpoints/transcript-forms.ts";
import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import { priceRequest } from "#core/domain/gateway/request-price.ts";
import { silentMp3, silentWav } from "#core/domain/gateway/silent-audio.ts";
import { runs } from "#tests/support/tier.ts";
import { tokensOf } from "#tests/support/tokens.ts";
import { endpointAt, read, refusalOf } from "./gateway-endpoint-support.ts";
import { priced } from "./gateway-price-support.ts";

const PATH = "/audio/transcriptions";
const BY_MINUTE = {
  rates: { input: 0, output: 0 },
  fees: { minute: 6_000 },
  leastSeconds: 10,
  contextTokens: 72_000,
  audioSecondTokens: 10,
  maxOutputTokens: 0,
  overheadTokens: 0,
};
const LONGEST = 7_200;
const BY_TOKENS = { rates: { input: 2_500_000, audio_input: 6_000_000, output: 10_000_000 }, fees: {} };

const fileOf = (head: Uint8Array, size = head.length) => [
  { name: "file", filename: "a", type: "audio/x", size, head },
];
const minutes = (body: object, file = fileOf(silentWav(30)), price: Partial<ModelPrice> = {}) =>
  read(PATH, { model: "m", ...body }, { price: { ...BY_MINUTE, ...price }, files: file });
const tokens = (body: object, file = fileOf(silentWav(30))) =>
  read(PATH, { model: "m", ...body }, { price: BY_TOKENS, files: file });

describe("a recording by the minute", () => {
  const OGG = new TextEncoder().encode("OggS");
  it.each<[string, object, ReturnType<typeof fileOf>, number]>([
    ["its samples, exactly", {}, fileOf(silentWav(30)), 31],
    ["the least that a second of MP3 takes", {}, fileOf(silentMp3(1), 30_000), 30],
    ["the model's context, for any other format", {}, fileOf(OGG, 30_000), LONGEST],
    ["the model's context, for a long MP3", {}, fileOf(silentMp3(1), 25_000_000), LONGEST],
    ["what the client declares", { max_minutes: "3" }, fileOf(OGG, 30_000), 180],
    ["its samples, when the client declares more", { max_minutes: "3" }, fileOf(silentWav(30)), 31],
    ["64 kbit/s, when the client declares less", { max_minutes: "1" }, fileOf(OGG, 8_000_000), 1_000],
  ])("is held by %s", (_, body, file, most) => {
    expect(minutes(body, file).facts.units).toMatchObject({ dimensions: ["second"], most, known: false });
  });

  it("is held for a day without a figure of the model", () => {
    const { facts } = minutes({}, fileOf(OGG), { audioSecondTokens: null });
    expect(facts.units?.most).toBe(86_400);
  });

  it("asks for times, whatever its client needs, and keeps what is ours", () => {
    for (const response_format of ["json", "text", "srt", "vtt", "verbose_json"])
      expect(minutes({ response_format, language: "de", max_minutes: "3" }).fields).toEqual({
        model: "m",
        language: "de",
        response_format: "verbose_json",
      });
  });

  it("is withheld from a client that declared less, and from no other", () => {
    const { withheld, facts } = minutes({ max_minutes: "1" }, fileOf(OGG));
    const lasts = (duration: number) => endpointAt(PATH).readResponse({ text: "x", duration });
    expect(withheld?.(lasts(60))).toBe(null);
    expect(withheld?.(lasts(60.1))).toMatchObject({
      code: "invalid_request",
      details: { field: "max_minutes" },
    });
    expect(facts.units?.most).toBe(60);
    expect(minutes({}, fileOf(OGG)).withheld).toBe(undefined);
    expect(minutes({ max_minutes: "1" }).withheld).toBe(undefined);
  });

  it.each<[object, string, string]>([
    [{ max_minutes: "0" }, "max_minutes", "from 1 to 1440"],
    [{ max_minutes: "1441" }, "max_minutes", "from 1 to 1440"],
    [{ max_minutes: "1.5" }, "max_minutes", "whole number"],
    [{ max_minutes: "1e3" }, "max_minutes", "whole number"],
    [{ stream: "true" }, "stream", "by the minute"],
    [{ stream: "yes" }, "stream", "true or false"],
    [{ response_format: "diarized_json" }, "response_format", "json, text, srt, vtt, verbose_json"],
    [{ response_format: "JSON" }, "response_format", "one of"],
    [{ temperature: "1.1" }, "temperature", "from 0 to 1"],
    [{ temperature: "-1" }, "temperature", "from 0 to 1"],
    [{ temperature: "0x1" }, "temperature", "from 0 to 1"],
    [{ "timestamp_granularities[]": ["word"] }, "timestamp_granularities[]", "verbose_json"],
    [
      { response_format: "verbose_json", "timestamp_granularities[]": ["letter"] },
      "timestamp_granularities[]",
      "word or segment",
    ],
    [{ "known_speaker_references[]": ["data:x"] }, "known_speaker_references[]", "no price"],
    [{ user: "x" }, "user", "not supported"],
  ])("with %j is refused", (body, field, rule) => {
    expect(refusalOf(PATH, { model: "m", ...body }, { price: BY_MINUTE })).toMatchObject({
      field,
      message: expect.stringContaining(rule),
    });
  });

  it("is refused without a recording, or with an empty one", () => {
    for (const files of [[], fileOf(new Uint8Array())])
      expect(refusalOf(PATH, { model: "m" }, { files })).toMatchObject({ field: "file" });
  });

  it("costs what the response reports, at least the smallest length, and never more than is held", () => {
    const price = { ...minutes({}).model };
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 8_000 }),
        fc.option(fc.integer({ min: 1, max: 140 }), { nil: undefined }),
        fc.option(fc.double({ min: 0, max: 20_000, noNaN: true }), { nil: undefined }),
        fc.constantFrom("completed", "client_left", "cut", "no_usage"),
        (kilobytes, declared, duration, outcome) => {
          const body = declared === undefined ? {} : { max_minutes: String(declared) };
          const { facts } = minutes(body, fileOf(OGG, kilobytes * 1000 + 1));
          const priced = priceRequest({
            price,
            listId: 1,
            facts,
            bodyBytes: 10,
            textTokens: () => 3,
            free: false,
          });
          const reading = endpointAt(PATH).readResponse({
            text: "x",
            ...(duration !== undefined && { duration }),
          });
          const charge = chargeOf(priced, outcome, reading, 0);
          const most = facts.units?.most ?? 0;
          const reported = duration === undefined ? null : Math.max(1, Math.ceil(duration));
          const seconds = Math.min(most, reported ?? facts.units?.likely ?? 0);
          expect(charge.costMicros).toBe(Math.max(10, seconds) * 100);
          expect(charge.costMicros).toBeLessThanOrEqual(priced.holdMicros);
          expect(charge.estimated).toBe(reported === null);
        },
      ),
      { numRuns: runs(5_000) },
    );
  });
});

describe("a recording by tokens", () => {
  it("is held by its length if its format tells, or else by the whole context", () => {
    expect(tokens({}).facts).toMatchObject({ audioSeconds: 31, wholeContext: false, units: null });
    expect(tokens({}, fileOf(new Uint8Array(9))).facts).toMatchObject({ wholeContext: true });
  });

  it("is requested as JSON, in a stream if its client wants one", () => {
    expect(tokens({ response_format: "text" }).fields).toMatchObject({ response_format: "json" });
    expect(tokens({ response_format: "diarized_json" }).fields).toMatchObject({
      response_format: "diarized_json",
    });
    expect(tokens({ stream: "true" }).facts.stream).toBe(true);
  });

  it.each([
    [{ max_minutes: "3" }, "max_minutes"],
    [{ response_format: "srt" }, "response_format"],
    [{ response_format: "verbose_json" }, "response_format"],
  ])("with %j is refused", (body, field) => {
    expect(refusalOf(PATH, { model: "m", ...body }, { price: BY_TOKENS })?.field).toBe(field);
  });
});

describe("a transcript", () => {
  const usage = {
    type: "tokens",
    input_tokens: 14,
    input_token_details: { text_tokens: 10, audio_tokens: 4 },
  };
  const readBody = (body: unknown) => endpointAt(PATH).readResponse(body);

  it.each<[object, number]>([
    [{ usage: { type: "duration", seconds: 9 }, duration: 8.47 }, 9],
    [{ duration: 8.47 }, 9],
    [{ duration: "8.470000" }, 9],
    [{ duration: 0 }, 1],
    [{ usage: { type: "duration", seconds: "many" }, duration: 3 }, 3],
  ])("reports its seconds: %j", (body, quantity) => {
    expect(readBody({ text: "", ...body })).toMatchObject({
      usage: { units: { dimension: "second", quantity } },
      content: true,
      ended: true,
      failed: false,
    });
  });

  it.each([{}, { duration: -1 }, { duration: 1e12 }, { duration: "" }, { usage: { type: "duration" } }])(
    "without a plausible length has no counts: %j",
    (body) => {
      const reading = readBody({ text: "x", ...body });
      expect([reading.usage, outcomeOf(priced(), reading, "ended")]).toEqual([null, "no_usage"]);
    },
  );

  it("reports its tokens, those of the recording apart", () => {
    const reading = readBody({ text: "x", usage: { ...usage, output_tokens: 3, total_tokens: 17 } });
    expect(reading.usage?.tokens).toEqual({ input: 10, audio_input: 4, output: 3 });
  });

  it("as a stream is read with the counts of its last event", () => {
    const reader = endpointAt(PATH).createStreamReader();
    const take = (event: object) => reader.take({ name: "", data: JSON.stringify(event) });
    expect(take({ type: "transcript.text.delta", delta: "Hé" })).toBe("pass");
    expect(reader.reading).toMatchObject({
      visibleTokens: tokensOf("Hé"),
      content: true,
      ended: false,
      usage: null,
    });
    expect(take({ type: "transcript.text.done", text: "Hé", usage: { ...usage, output_tokens: 2 } })).toBe(
      "end",
    );
    expect(reader.reading).toMatchObject({ ended: true, usage: { tokens: { audio_input: 4, output: 2 } } });
  });

  const segments = [
    { id: 0, start: 0, end: 3.5, text: " Hello --> there.\n\n" },
    { id: 1, start: 3.5, end: 3723.0004, text: "Bye." },
  ];
  const response = {
    task: "transcribe",
    language: "english",
    duration: 8.2,
    text: "Hello. Bye.",
    segments,
    x_provider: { organization: "org-1" },
  };
  const shown = (form: TranscriptForm, body: unknown = response) => renderTranscript(form)(body);

  it.each<[TranscriptForm, string]>([
    ["text", "Hello. Bye.\n"],
    [
      "srt",
      "1\n00:00:00,000 --> 00:00:03,500\nHello -> there.\n\n2\n00:00:03,500 --> 01:02:03,000\nBye.\n\n",
    ],
    [
      "vtt",
      "WEBVTT\n\n00:00:00.000 --> 00:00:03.500\nHello -> there.\n\n00:00:03.500 --> 01:02:03.000\nBye.\n\n",
    ],
  ])("is shown as %s", (form, text) => {
    expect(shown(form)).toEqual({ type: "text/plain; charset=utf-8", text });
  });

  it("is shown as JSON with its seconds, without what is the provider's own", () => {
    const used = { type: "duration", seconds: 9 };
    expect(JSON.parse(shown("json")?.text ?? "")).toEqual({ text: "Hello. Bye.", usage: used });
    const { x_provider: _, ...own } = response;
    expect(JSON.parse(shown("verbose_json")?.text ?? "")).toEqual({ ...own, usage: used });
  });

  it("is a failure of the provider without what its form needs", () => {
    expect(shown("json", { segments })).toBe(null);
    for (const broken of [undefined, {}, [{ start: 0, end: 1 }], [{ start: "0", end: 1, text: "x" }], [null]])
      expect(shown("srt", { text: "x", segments: broken })).toBe(null);
    expect(shown("vtt", { text: "", segments: [] })?.text).toBe("WEBVTT\n\n");
  });
});
