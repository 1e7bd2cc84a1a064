import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { charge, refusal } from "./attacks/attempt.ts";
import {
  ANTHROPIC,
  CHAT,
  COUNT_TOKENS,
  MODERATIONS,
  PRICES,
  post,
  RESPONSES,
  responseWith,
  type Target,
  usageOf,
} from "./attacks/targets.ts";
import { type Edge, startEdge } from "./gateway-http/edge.ts";
import { json } from "./gateway-http/scripted-upstream.ts";

let edge: Edge;
beforeAll(async () => {
  edge = await startEdge({ prices: PRICES });
});
afterAll(() => edge.stop());

const serve = ({ path, body }: Target, changes: object, usage: object) =>
  charge(edge, { path, init: post({ ...body, ...changes }), script: json(responseWith(usage)) });

const said = (...parts: unknown[]) => [{ role: "user", content: parts }];
const PNG = "iVBORw0KGgo=";
const URL_ = "https://x.test/a.png";
const url = { type: "image_url", image_url: { url: URL_ } };
const inResponses = { type: "input_image", image_url: URL_ };
const inMessages = { type: "image", source: { type: "url", url: URL_ } };
const embedded = { type: "image", source: { type: "base64", media_type: "image/png", data: PNG } };
const result = (content: unknown) => ({ type: "tool_result", tool_use_id: "t_1", content });

/** Requests with so many images. */
const IMAGES: [Target, object, number][] = [
  [CHAT, { messages: said(url) }, 1],
  [CHAT, { messages: said(url, url, { type: "text", text: "x" }) }, 2],
  [CHAT, { messages: said({ type: "image_url", image_url: { url: `data:image/png;base64,${PNG}` } }) }, 1],
  [CHAT, { messages: said({ type: "image_url", image_url: URL_ }) }, 1],
  [CHAT, { messages: said({ type: "image_url", image_url: { url: URL_, detail: "high" } }) }, 1],
  [CHAT, { messages: said({ type: "input_image", image_url: URL_, detail: "high" }) }, 1],
  [CHAT, { messages: [{ role: "tool", tool_call_id: "c_1", content: [url] }] }, 1],
  [CHAT, { messages: [{ role: "system", content: [url] }] }, 1],
  [CHAT, { messages: [{ role: "user", content: [{ type: "text", text: [url] }] }] }, 1],
  [CHAT, { messages: [{ role: "user", content: url }] }, 1],
  [RESPONSES, { input: said(inResponses) }, 1],
  [RESPONSES, { input: said(inResponses, inResponses) }, 2],
  [RESPONSES, { input: [{ type: "function_call_output", call_id: "c_1", output: [inResponses] }] }, 1],
  [RESPONSES, { input: [{ type: "custom_tool_call_output", call_id: "c_1", output: [inResponses] }] }, 1],
  [ANTHROPIC, { messages: said(inMessages) }, 1],
  [ANTHROPIC, { messages: said(embedded, inMessages) }, 2],
  [ANTHROPIC, { messages: said(result([inMessages])) }, 1],
  [ANTHROPIC, { messages: said(result(inMessages)) }, 1],
  [ANTHROPIC, { system: [inMessages] }, 1],
  [
    ANTHROPIC,
    { messages: said({ type: "document", source: { type: "content", content: [inMessages, embedded] } }) },
    2,
  ],
  [
    ANTHROPIC,
    { messages: said({ type: "search_result", source: "x", title: "x", content: [inMessages] }) },
    1,
  ],
];

const hasEmbedded = (changes: object) => JSON.stringify(changes).includes(`"data":"${PNG}"`);

describe("G4: images", () => {
  test.each(IMAGES)("of %s %j are held and charged", async (target, changes, count) => {
    const tokens = 30 * count;
    const usage = {
      ...usageOf(tokens + 40, 3),
      prompt_tokens_details: { image_tokens: tokens },
      input_tokens_details: { image_tokens: tokens },
    };
    const { bytes, hold, cost } = await serve(target, { ...changes, model: "demo-vision" }, usage);
    // In base64, it is no text.
    const encoded = /data:image[^"]+/.exec(JSON.stringify(changes))?.[0] ?? (hasEmbedded(changes) ? PNG : "");
    expect(hold).toBe(6 * tokens + 2 * (bytes - encoded.length) + 8 * 10);
    // Anthropic does not say which tokens are of images.
    expect(cost).toBe((target === ANTHROPIC ? 2 : 6) * tokens + 2 * 40 + 8 * 3);
  });

  test.each(IMAGES)("of %s %j hold the whole context where they have no bound", async (target, changes) => {
    const { hold, cost } = await serve(target, changes, usageOf(1_000, 10));
    expect([hold, cost]).toEqual([2 * 1_000 + 8 * 10 + 5, 2 * 1_000 + 8 * 10 + 5]);
  });

  test("beyond the context hold no more than it", async () => {
    const many = Array.from({ length: 200 }, () => url);
    const { hold } = await serve(CHAT, { messages: said(...many), model: "demo-vision" }, usageOf(1_000, 3));
    expect(hold).toBe(6 * 1_000 + 8 * 10);
  });

  test("are free where the endpoint is", async () => {
    const counting = await serve(COUNT_TOKENS, { messages: said(embedded) }, usageOf(7, 3));
    expect([counting.hold, counting.cost]).toEqual([0, 0]);
    const moderating = await serve(MODERATIONS, { input: [url] }, usageOf(7, 3));
    expect([moderating.hold, moderating.cost]).toEqual([0, 0]);
  });
});

/** Content whose tokens no size bounds. */
const UNBOUNDED: [Target, object][] = [
  [CHAT, { messages: said({ type: "video_url", video_url: { url: URL_ } }) }],
  [CHAT, { messages: said({ type: "audio_url", audio_url: { url: URL_ } }) }],
  [CHAT, { messages: said({ type: "input_video", data: "AAAA" }) }],
  [CHAT, { messages: said({ type: "hologram", text: "x" }) }],
  [CHAT, { messages: said({ type: "Text", text: "x" }) }],
  [CHAT, { messages: said({ type: 1, text: "x" }) }],
  [CHAT, { messages: said({ type: "text", text: "x", url: URL_ }) }],
  [CHAT, { messages: said({ type: "text", text: "x", Image_Url: URL_ }) }],
  [CHAT, { messages: said({ type: "file", file: { file_data: "AAAA", filename: "a.pdf" } }) }],
  [CHAT, { messages: said({ type: "file", file: { file_data: URL_ } }) }],
  [CHAT, { messages: said({ type: "input_file", file_url: URL_ }) }],
  [CHAT, { messages: said({ type: "document_url", document_url: URL_ }) }],
  [CHAT, { messages: said({ type: "image_url", image_url: { url: URL_, pages: 100 } }) }],
  [CHAT, { messages: said({ type: "document", source: { type: "url", url: URL_ } }) }],
  [CHAT, { messages: [{ role: "user", content: "x", videos: [URL_] }] }],
  [CHAT, { messages: [{ role: "user", content: "x", images: ["AAAA"] }] }],
  [CHAT, { messages: [{ role: "user", content: "x", attachments: [{}] }] }],
  [CHAT, { chat_template_kwargs: { documents: ["x"] } }],
  [CHAT, { chat_template_kwargs: { Enable_Thinking: true } }],
  [RESPONSES, { input: said({ type: "input_file", file_url: URL_ }) }],
  [RESPONSES, { input: said({ type: "input_file", file_data: "AAAA", filename: "a.pdf" }) }],
  [RESPONSES, { input: said({ type: "input_video", video_url: URL_ }) }],
  [RESPONSES, { input: [{ role: "user", content: "x", video: URL_ }] }],
  [
    RESPONSES,
    {
      input: [
        { type: "function_call_output", call_id: "c", output: [{ type: "input_file", file_url: URL_ }] },
      ],
    },
  ],
  [RESPONSES, { input: [{ type: "compaction", encrypted_content: "AAAA" }] }],
  [RESPONSES, { reasoning: { effort: "low", documents: ["x"] } }],
  [ANTHROPIC, { messages: said({ type: "document", source: { type: "url", url: URL_ } }) }],
  [
    ANTHROPIC,
    {
      messages: said({
        type: "document",
        source: { type: "base64", media_type: "application/pdf", data: "AAAA" },
      }),
    },
  ],
  [ANTHROPIC, { messages: said(result([{ type: "document", source: { type: "url", url: URL_ } }])) }],
  [ANTHROPIC, { messages: said({ type: "image", source: { type: "url", url: URL_, pages: 9 } }) }],
  [ANTHROPIC, { messages: said({ type: "image", source: URL_ }) }],
  [ANTHROPIC, { messages: said({ type: "video", source: { type: "url", url: URL_ } }) }],
  [ANTHROPIC, { messages: said({ type: "web_search_tool_result", tool_use_id: "s", content: [] }) }],
  [ANTHROPIC, { messages: said({ type: "server_tool_use", id: "s", name: "web_search", input: {} }) }],
  [ANTHROPIC, { messages: [{ role: "user", content: "x", url: URL_ }] }],
];

test.each(UNBOUNDED)("G4: %s %j holds the whole context, and costs all of it", async (target, changes) => {
  const { hold, cost } = await serve(target, changes, usageOf(1_000, 10));
  expect([hold, cost]).toEqual([2 * 1_000 + 8 * 10 + 5, 2 * 1_000 + 8 * 10 + 5]);
});

test.each<[Target, object, string]>([
  [CHAT, { messages: said({ type: "text", Type: "image_url", text: "x" }) }, "Type"],
  [CHAT, { messages: [{ role: "user", TYPE: "x", content: "x" }] }, "TYPE"],
  [RESPONSES, { input: [{ type: "message", role: "user", content: "x", Type: "item_reference" }] }, "Type"],
  [ANTHROPIC, { messages: said({ type: "text", tyPe: "document", text: "x" }) }, "tyPe"],
  [ANTHROPIC, { system: [{ type: "text", Type: "image", text: "x" }] }, "Type"],
  [COUNT_TOKENS, { messages: said({ type: "text", Type: "image", text: "x" }) }, "Type"],
  [MODERATIONS, { input: [{ type: "text", Type: "image_url", text: "x" }] }, "Type"],
])("G14: %s refuses a second type in another case: %j", async ({ path, body }, changes, field) => {
  const init = post({ ...body, ...changes });
  expect(await refusal(edge, { path, init })).toEqual([400, "unsupported_parameter", field]);
});

/** A recording without compression, of so many bytes per second. */
function wav(seconds: number, { format = 1, rate = 8_000, channels = 1, bits = 8 } = {}) {
  const data = Buffer.alloc(seconds * rate, 128);
  const head = Buffer.alloc(44);
  head.write("RIFF", 0).toString();
  head.writeUInt32LE(36 + data.length, 4);
  head.write("WAVEfmt ", 8);
  head.writeUInt32LE(16, 16);
  head.writeUInt16LE(format, 20);
  head.writeUInt16LE(channels, 22);
  head.writeUInt32LE(rate, 24);
  head.writeUInt32LE((rate * channels * bits) / 8, 28);
  head.writeUInt16LE((channels * bits) / 8, 32);
  head.writeUInt16LE(bits, 34);
  head.write("data", 36);
  head.writeUInt32LE(data.length, 40);
  return Buffer.concat([head, data]);
}
const MP3 = Buffer.concat([Buffer.of(0xff, 0xf3, 0x40, 0xc4), Buffer.alloc(3_996)]);
const id3 = (flags: number, size: number, rest: Buffer) =>
  Buffer.concat([Buffer.from("ID3"), Buffer.of(4, 0, flags, 0, 0, 0, size), Buffer.alloc(size), rest]);
const OGG = Buffer.concat([Buffer.from("OggS"), Buffer.alloc(2_000)]);

const audio = (data: unknown, format: unknown = "wav") => ({
  type: "input_audio",
  input_audio: { data, format },
});
const VOICE = { model: "demo-voice" };

describe("G9: recordings", () => {
  test.each<[string, Buffer, number]>([
    ["uncompressed, of a second", wav(1), 9],
    ["uncompressed, of the lowest rate", wav(3, { rate: 1_000 }), 4],
    ["in MP3", MP3, 4],
    ["in MP3 behind a tag", id3(0, 100, MP3), 5],
    ["in MP3 behind a tag with a footer", id3(0x10, 100, Buffer.concat([Buffer.alloc(10), MP3])), 5],
  ])("%s cost what their length may cost", async (_, bytes, seconds) => {
    const content = [audio(bytes.toString("base64"), "mp3")];
    const details = { audio_tokens: 10 * seconds, cached_tokens: 0 };
    const tokens = 10 * seconds;
    const usage = { ...usageOf(tokens + 20, 3), prompt_tokens_details: details };
    const messages = said(...content);
    const sent = await serve(CHAT, { ...VOICE, messages }, usage);
    const text = sent.bytes - bytes.toString("base64").length;
    // Held for as many fresh and as many cached ones, since the response may count either.
    expect(sent.hold).toBe(20 * tokens + 4 * tokens + 2 * (text - tokens) + 8 * 10);
    expect(sent.cost).toBe(20 * tokens + 2 * 20 + 8 * 3);
  });

  test("cached cost what cached recordings cost", async () => {
    const content = audio(MP3.toString("base64"), "mp3");
    const details = { audio_tokens: 40, cached_tokens: 30, cached_tokens_details: { audio_tokens: 30 } };
    const usage = { ...usageOf(60, 3), prompt_tokens_details: details };
    const { cost } = await serve(CHAT, { ...VOICE, messages: said(content) }, usage);
    expect(cost).toBe(20 * 10 + 4 * 30 + 2 * (60 - 40) + 8 * 3);
  });

  test.each<[string, unknown, unknown]>([
    ["in Opus that calls itself WAV", OGG.toString("base64"), "wav"],
    ["in Opus behind a tag", id3(0, 10, OGG).toString("base64"), "mp3"],
    [
      "in Opus behind a tag's footer",
      id3(0x10, 10, Buffer.concat([MP3.subarray(0, 10), OGG])).toString("base64"),
      "mp3",
    ],
    ["in a tag that is longer than it", id3(0, 127, MP3).subarray(0, 60).toString("base64"), "mp3"],
    ["in a compressed WAV", wav(1, { format: 2 }).toString("base64"), "wav"],
    ["of a rate of nothing", wav(1, { rate: 100 }).toString("base64"), "wav"],
    ["of no channels", wav(1, { channels: 0 }).toString("base64"), "wav"],
    [
      "with two descriptions",
      Buffer.concat([wav(0).subarray(0, 36), wav(1).subarray(12)]).toString("base64"),
      "wav",
    ],
    ["of no bytes", "", "wav"],
    ["at an address", "https://x.test/a.wav", "wav"],
    ["in a data URL", `data:audio/wav;base64,${MP3.toString("base64")}`, "mp3"],
    ["in base64 with spaces", ` ${MP3.toString("base64")}`, "mp3"],
    ["in a list", [MP3.toString("base64")], "mp3"],
    ["that are missing", undefined, "mp3"],
  ])("%s hold the whole context as audio", async (_, data, format) => {
    const usage = { ...usageOf(1_000, 10), prompt_tokens_details: { audio_tokens: 1_000 } };
    const { hold, cost } = await serve(CHAT, { ...VOICE, messages: said(audio(data, format)) }, usage);
    expect([hold, cost]).toEqual([20 * 1_000 + 8 * 10, 20 * 1_000 + 8 * 10]);
  });

  test.each([
    ["beside the part", { type: "text", text: "x", input_audio: { data: "AAAA" } }],
    ["by address", { type: "audio_url", audio_url: { url: URL_ } }],
    ["in a video", { type: "video_url", video_url: { url: URL_ } }],
  ])("%s hold the whole context as audio", async (_, part) => {
    const usage = { ...usageOf(1_000, 10), prompt_tokens_details: { audio_tokens: 1_000 } };
    const { hold, cost } = await serve(CHAT, { ...VOICE, messages: said(part) }, usage);
    expect([hold, cost]).toEqual([20 * 1_000 + 8 * 10, 20 * 1_000 + 8 * 10]);
  });
});
