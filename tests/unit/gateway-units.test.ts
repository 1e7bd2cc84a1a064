import { describe, expect, it } from "vitest";
import { DomainError } from "#core/domain/errors.ts";
import { chargeOf, outcomeOf } from "#core/domain/gateway/charging.ts";
import type { ModelPrice } from "#core/domain/gateway/price-list.ts";
import { pricedModel } from "#core/domain/gateway/priced-model.ts";
import type { Reading } from "#core/domain/gateway/reading.ts";
import { BY_TOKENS, type UnitBound } from "#core/domain/gateway/units.ts";
import { endpointAt, read, refusalOf } from "./gateway-endpoint-support.ts";
import { priced, reading } from "./gateway-price-support.ts";

const IMAGES = [
  { size: "1024x1024", quality: "standard", micros: 40_000 },
  { size: "1024x1024", quality: "hd", micros: 80_000 },
  { size: "1792x1024", quality: "standard", micros: 70_000 },
];
const FREE_TOKENS = { rates: { input: 0, output: 0 }, contextTokens: 4_000, maxOutputTokens: 0 };
const images = (body: object, price: Partial<ModelPrice> = { images: IMAGES }) =>
  read("/images/generations", { model: "m", prompt: "x", ...body }, { price });
const imagesRefused = (body: object) =>
  refusalOf("/images/generations", { model: "m", prompt: "x", ...body }, { price: { images: IMAGES } });

describe("images by their price", () => {
  it.each<[string, object, Partial<UnitBound>, object]>([
    [
      "the first listed size and quality, and writes them out",
      {},
      { dimensions: ["image:1024x1024:standard"], most: 1 },
      { size: "1024x1024", quality: "standard" },
    ],
    [
      "the quality that fits a named size",
      { size: "1792x1024", n: 3 },
      { dimensions: ["image:1792x1024:standard"], most: 3, likely: 3 },
      { size: "1792x1024", quality: "standard" },
    ],
    [
      "the size that fits a named quality",
      { quality: "hd" },
      { dimensions: ["image:1024x1024:hd"] },
      { size: "1024x1024", quality: "hd" },
    ],
    [
      "all that fit where the provider chooses",
      { size: "auto", quality: "standard" },
      { dimensions: ["image:1024x1024:standard", "image:1792x1024:standard"] },
      { size: "auto", quality: "standard" },
    ],
  ])("are %s", (_, body, units, fields) => {
    const request = images(body);
    expect(request.facts).toMatchObject({ units, maxOutputTokens: 0 });
    expect(request.fields).toMatchObject(fields);
  });

  it("are tokens for a model without prices of images", () => {
    expect(images({ n: 2, size: "any" }, {}).facts).toMatchObject({
      units: null,
      choices: 2,
      maxOutputTokens: null,
      imageOutput: true,
    });
  });

  it("may have a format and a background of their own", () => {
    for (const output_format of ["png", "jpeg", "webp", null])
      expect(imagesRefused({ output_format, output_compression: 80, background: "transparent" })).toBeNull();
  });

  it.each<[object, string, string]>([
    [{ output_format: "gif" }, "output_format", "png, jpeg, webp"],
    [{ output_format: ["png"] }, "output_format", "string"],
    [{ size: "7x7" }, "size", "1024x1024, 1792x1024"],
    [{ quality: "low" }, "quality", "standard, hd"],
    [{ size: "1792x1024", quality: "hd" }, "quality", "or one of standard for"],
    [{ n: 11 }, "n", "from 1 to 10"],
    [{ stream: true, n: 2 }, "n", "one image"],
    [{ partial_images: 1 }, "partial_images", "stream"],
    [{ prompt: "" }, "prompt", "not empty"],
    [{ svg: { model: "other" } }, "svg", "one model"],
    [{ frame_count: 8 }, "frame_count", "no price"],
  ])("of %j are refused", (body, field, rule) => {
    expect(imagesRefused(body)).toMatchObject({ field, message: expect.stringContaining(rule) });
  });
});

describe("the other units of a request", () => {
  const search = { fees: { search_unit: 2_000 } };
  const rerank = (documents: unknown[], query = "q") =>
    read("/rerank", { model: "m", query, documents }, { price: search }).facts.units;

  it("are one search unit for each 100 documents", () => {
    expect(rerank(["x"])).toEqual({ dimensions: ["search_unit"], most: 1, likely: 1, known: false });
    expect(rerank(Array(100).fill("x"))?.most).toBe(1);
    expect(rerank(Array(101).fill({ text: "x" }))?.most).toBe(2);
  });

  it("are those of every chunk that a long document could be split into", () => {
    expect(rerank(Array(50).fill("x".repeat(1_200)))).toMatchObject({ most: 2, likely: 1 });
    expect(rerank(["x".repeat(100)], "q".repeat(600))?.most).toBe(2);
  });

  it("are tokens, with the query once more for each document, for a model without search units", () => {
    const { facts } = read("/rerank", { model: "m", query: "four", documents: ["x", "y", "z"] });
    expect(facts).toMatchObject({ units: null, prompts: 3, repeatedBytes: 3 * 6, maxOutputTokens: 0 });
  });

  it("are the characters of a text to read aloud", () => {
    const speech = (input: string) => read("/audio/speech", { model: "m", voice: "v", input }).facts.units;
    expect(speech("Hi 👋")).toEqual({ dimensions: ["character"], most: 4, likely: 4, known: true });
  });

  it.each<[string, object, string]>([
    ["/rerank", { query: "", documents: ["x"] }, "query"],
    ["/rerank", { query: "q", documents: [] }, "documents"],
    ["/rerank", { query: "q", documents: [7] }, "documents"],
    ["/rerank", { query: "q", documents: Array(2049).fill("x") }, "documents"],
    ["/rerank", { query: "q", documents: ["x"], top_n: 0 }, "top_n"],
    ["/audio/speech", { voice: "v" }, "input"],
    ["/audio/speech", { input: "x", voice: { id: "voice_1" } }, "voice"],
    ["/audio/speech", { input: "x" }, "voice"],
    ["/audio/speech", { input: "x", voice: "v", stream_format: "sse" }, "stream_format"],
  ])("are refused: %s %j", (path, body, field) => {
    expect(refusalOf(path, { model: "m", ...body })?.field).toBe(field);
  });
});

describe("a model with other prices than those of an endpoint", () => {
  const list = (price: Partial<ModelPrice>) => ({
    id: 1,
    from: 0,
    models: new Map([["m", { ...priced().price, ...price }]]),
  });
  const speech = { fees: { thousand_characters: 15_000 } };

  it("is refused where it would be free, and found where it is priced", () => {
    expect(() => pricedModel(list(speech), "m", BY_TOKENS)).toThrow(DomainError);
    expect(() => pricedModel(list({}), "m", { unit: "character", tokens: false })).toThrow(/other endpoints/);
    expect(() => pricedModel(list({ images: IMAGES }), "m", { unit: "search_unit", tokens: true })).toThrow();
    expect(pricedModel(list(speech), "m", { unit: "character", tokens: false }).model).toBe("m");
    expect(pricedModel(list({}), "m", { unit: "image", tokens: true }).model).toBe("m");
    expect(pricedModel(list({ fees: { request: 1 } }), "m", BY_TOKENS).model).toBe("m");
  });
});

const unitsOf = (path: string, body: unknown) => endpointAt(path).readResponse(body);

describe("the charge of units", () => {
  const AUTO: UnitBound = {
    dimensions: IMAGES.map(({ size, quality }) => `image:${size}:${quality}`),
    most: 3,
    likely: 3,
    known: false,
  };
  const KNOWN: UnitBound = { dimensions: ["character"], most: 2_000, likely: 2_000, known: true };
  const of = (units: UnitBound) =>
    priced({
      price: { ...FREE_TOKENS, images: IMAGES, fees: { thousand_characters: 15_000 } },
      facts: { units },
    });
  const charge = (units: UnitBound, read: Partial<Reading>, outcome: Parameters<typeof chargeOf>[1]) =>
    chargeOf(of(units), outcome, reading(read), 0);

  it("is held for the dearest ones", () => {
    expect(of(AUTO).holdMicros).toBe(240_000);
    expect(of(KNOWN).holdMicros).toBe(30_000);
  });

  it.each<[string, object, number, boolean]>([
    [
      "the listed price of what was made",
      { size: "1792x1024", quality: "standard", data: [{}, {}] },
      140_000,
      false,
    ],
    ["the dearest where the response doesn't say what was made", { data: [{}] }, 80_000, true],
    ["the dearest for what isn't listed", { size: "7x7", quality: "hd", data: [{}] }, 80_000, true],
    [
      "no more images than were requested",
      { size: "1024x1024", quality: "hd", data: Array(9).fill({}) },
      240_000,
      false,
    ],
  ])("is %s", (_, body, costMicros, estimated) => {
    const read = unitsOf("/images/generations", { created: 0, ...body });
    expect(charge(AUTO, read, "completed")).toMatchObject({
      costMicros,
      estimated,
      tokensIn: 0,
      tokensOut: 0,
    });
  });

  it("tells the operator of more than was requested", () => {
    const read = unitsOf("/images/generations", { data: Array(9).fill({}) });
    expect(charge(AUTO, read, "completed").aboveHold).toBe(true);
  });

  it("is what was requested for a response that nobody read to its end", () => {
    expect(charge(AUTO, { usage: null }, "client_left")).toMatchObject({
      costMicros: 240_000,
      estimated: true,
    });
    expect(charge(KNOWN, { usage: null }, "cut")).toMatchObject({ costMicros: 30_000, estimated: true });
  });

  it("is that of the request where the request decides it, without an estimate", () => {
    const whole = reading({ usage: null });
    expect(outcomeOf(of(KNOWN), whole, "ended")).toBe("completed");
    expect(charge(KNOWN, whole, "completed")).toMatchObject({
      costMicros: 30_000,
      estimated: false,
      bill: { tier: "default", lines: [{ dimension: "character", quantity: 2_000 }] },
    });
  });

  it("is what is likely for a response that reports no units, or none of them", () => {
    const search: UnitBound = { dimensions: ["search_unit"], most: 3, likely: 2, known: false };
    const price = {
      rates: { input: 1_000_000, output: 0 },
      fees: { search_unit: 2_000 },
      maxOutputTokens: 0,
    };
    const ranked = (meta: object) => unitsOf("/rerank", { results: [{ index: 0 }], ...meta });
    const ofSearch = priced({ price, facts: { units: search } });
    const cost = (read: Reading) => chargeOf(ofSearch, outcomeOf(ofSearch, read, "ended"), read, 0);
    for (const units of [undefined, 0, "2"])
      expect(cost(ranked({ meta: { billed_units: { search_units: units } } }))).toMatchObject({
        costMicros: 4_000,
        estimated: true,
        bill: { lines: [{ dimension: "search_unit", quantity: 2 }] },
      });
  });

  it("is no image where the response has none", () => {
    const read = unitsOf("/images/generations", { data: [], usage: { input_tokens: 9, output_tokens: 0 } });
    expect(charge(AUTO, read, outcomeOf(of(AUTO), read, "ended"))).toMatchObject({
      costMicros: 0,
      estimated: false,
    });
  });

  it.each([
    ["/images/generations", { data: [{}] }],
    ["/audio/transcriptions", { text: "", duration: 30 }],
    ["/rerank", { results: [{ index: 0 }], meta: { billed_units: { search_units: 1 } } }],
  ])("is an estimate of tokens for a model that is priced by them: %s", (path, body) => {
    const read = unitsOf(path, body);
    expect(outcomeOf(priced(), read, "ended")).toBe("no_usage");
    const estimate = chargeOf(priced(), "no_usage", read, 0);
    expect(estimate).toMatchObject({
      estimated: true,
      bill: { lines: [{ dimension: "input", quantity: 100 }] },
    });
  });

  it("is nothing for a failure of the provider", () => {
    expect(charge(KNOWN, { failed: true, content: false }, "failed").costMicros).toBe(0);
  });
});

describe("units that a response reports", () => {
  it("are search units in Cohere's meta, rounded up, and tokens in the others' usage", () => {
    const results = [{ index: 0, relevance_score: 0.5 }];
    const cohere = unitsOf("/rerank", { results, meta: { billed_units: { search_units: 1.5 } } });
    expect(cohere).toMatchObject({
      usage: { units: { dimension: "search_unit", quantity: 2 } },
      content: true,
    });
    const voyage = unitsOf("/rerank", { object: "list", data: results, usage: { total_tokens: 26 } });
    expect(voyage.usage).toEqual({ tokens: { input: 26, output: 0 }, tier: null });
    expect(unitsOf("/rerank", { results, meta: { billed_units: { search_units: -1 } } }).usage).toBeNull();
  });

  it("are image tokens, but for the text among them", () => {
    const usage = { input_tokens: 50, output_tokens: 300, input_tokens_details: { image_tokens: 20 } };
    const tokens = (details: object) =>
      unitsOf("/images/generations", { data: [{}], usage: { ...usage, ...details } }).usage?.tokens;
    expect(tokens({})).toEqual({ input: 30, image_input: 20, output: 0, image_output: 300 });
    expect(tokens({ output_tokens_details: { text_tokens: 40, image_tokens: 260 } })).toMatchObject({
      output: 40,
      image_output: 260,
    });
  });

  it("are in the last event of a stream", () => {
    const stream = endpointAt("/images/generations").createStreamReader();
    const take = (event: object) => stream.take({ name: "", data: JSON.stringify(event) });
    expect(take({ type: "image_generation.partial_image", b64_json: "x" })).toBe("pass");
    expect(stream.reading).toMatchObject({ content: true, ended: false, usage: null });
    const usage = { input_tokens: 5, output_tokens: 100 };
    expect(take({ type: "image_generation.completed", size: "1x1", quality: "low", usage })).toBe("end");
    expect(stream.reading).toMatchObject({
      ended: true,
      usage: { units: { dimension: "image:1x1:low", quantity: 1 }, tokens: { image_output: 100 } },
    });
  });

  it("are none in a stream that fails", () => {
    const stream = endpointAt("/images/generations").createStreamReader();
    stream.take({ name: "error", data: JSON.stringify({ type: "error", error: { message: "x" } }) });
    expect(stream.reading).toMatchObject({ failed: true, content: false });
  });
});
