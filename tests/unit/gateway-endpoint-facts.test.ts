import { describe, expect, it } from "vitest";
import { silentMp3 } from "#core/domain/gateway/silent-audio.ts";
import { chat, read } from "./gateway-endpoint-support.ts";

const saying = (...content: unknown[]) => ({ model: "m", messages: [{ role: "user", content }] });
const tool = { type: "function", function: { name: "f", parameters: { type: "object" } } };
const ephemeral = (ttl?: string) => ({ type: "ephemeral", ...(ttl === undefined ? {} : { ttl }) });
const text = { type: "text", text: "x" };
const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString("base64");

function mp3(seconds: number, tag = 0) {
  const bytes = new Uint8Array(tag + seconds * 1000);
  if (tag > 0) bytes.set([0x49, 0x44, 0x33, 4, 0, 0, 0, 0, (tag - 10) >> 7, (tag - 10) & 0x7f]);
  bytes.set([0xff, 0xfb, 0x90, 0x64], tag);
  return base64(bytes);
}

function wav(bytes: number, { rate = 8000, format = 1, bits = 16, described = 16, chunks = ["data"] } = {}) {
  const file = Buffer.alloc(Math.max(bytes, 60 + 8 * chunks.length));
  file.write("RIFF", 0);
  file.write("WAVEfmt ", 8);
  file.writeUInt32LE(described, 16);
  file.writeUInt16LE(format, 20);
  file.writeUInt16LE(1, 22);
  file.writeUInt32LE(rate, 24);
  file.writeUInt16LE(bits / 8, 32);
  file.writeUInt16LE(bits, 34);
  for (const [index, chunk] of chunks.entries()) file.write(chunk, 36 + index * 8);
  return file.toString("base64");
}
const heard = (data: string, format = "mp3") =>
  saying({ type: "input_audio", input_audio: { data, format } });

describe("the facts of a chat completion", () => {
  it.each([
    [
      "a plain chat",
      chat,
      { stream: false, maxOutputTokens: null, choices: 1, prompts: 1, tools: 0, tier: null },
    ],
    [
      "fields that are null",
      { ...chat, stream: null, n: null, max_tokens: null, tools: null },
      { choices: 1 },
    ],
    ["a stream", { ...chat, stream: true }, { stream: true }],
    ["the old limit", { ...chat, max_tokens: 7 }, { maxOutputTokens: 7 }],
    ["the new limit", { ...chat, max_completion_tokens: 8 }, { maxOutputTokens: 8 }],
    [
      "the larger of both limits",
      { ...chat, max_tokens: 9, max_completion_tokens: 8 },
      { maxOutputTokens: 9 },
    ],
    ["a limit of 0, which some servers take for none", { ...chat, max_tokens: 0 }, { maxOutputTokens: null }],
    ["several choices", { ...chat, n: 128 }, { choices: 128 }],
    ["thinking beside a limit", { ...chat, max_tokens: 9, thinking: {} }, { maxOutputTokens: null }],
    ["no thinking", { ...chat, max_tokens: 9, thinking: { type: "disabled" } }, { maxOutputTokens: 9 }],
    ["thinking that is null", { ...chat, max_tokens: 9, thinking: null }, { maxOutputTokens: 9 }],
    ["a budget for thinking", { ...chat, max_tokens: 9, thinking_budget: 5 }, { maxOutputTokens: null }],
    ["thinking switched on", { ...chat, max_tokens: 9, enable_thinking: true }, { maxOutputTokens: null }],
    ["thinking switched off", { ...chat, max_tokens: 9, enable_thinking: false }, { maxOutputTokens: 9 }],
    ["effort", { ...chat, max_tokens: 9, reasoning: { effort: "low" } }, { maxOutputTokens: 9 }],
    [
      "a limit on reasoning",
      { ...chat, max_tokens: 9, reasoning: { max_tokens: 99 } },
      { maxOutputTokens: null },
    ],
    ["reasoning of another form", { ...chat, max_tokens: 9, reasoning: "high" }, { maxOutputTokens: null }],
    [
      "tools",
      { ...chat, tools: [tool, { type: "custom", custom: { name: "c" } }] },
      { tools: 2, wholeContext: false },
    ],
    ["functions of the old form", { ...chat, functions: [{ name: "f" }], tools: [tool] }, { tools: 2 }],
    [
      "a tool with more than that",
      { ...chat, tools: [{ ...tool, extra: 1 }] },
      { tools: 1, wholeContext: true },
    ],
    [
      "an image in base64, which is no text",
      saying(text, { type: "image_url", image_url: { url: `data:image/png;base64,${"A".repeat(400)}` } }),
      { images: 1, mediaBytes: 422, wholeContext: false },
    ],
    [
      "a document, by its bytes",
      saying(text, { type: "file", file: { filename: "a.pdf", file_data: "A".repeat(200_000) } }),
      { mediaBytes: 200_000, likelyPages: 3, wholeContext: true },
    ],
    ["a recording, at a usual rate", heard(mp3(64)), { audioSeconds: 64, likelySeconds: 5 }],
    [
      "a recording, at its own rate",
      heard(wav(160_000), "wav"),
      { mediaBytes: wav(160_000).length, likelySeconds: 10 },
    ],
    ["one image", saying(text, { type: "image_url", image_url: { url: "https://x/y.png" } }), { images: 1 }],
    [
      "an image as text",
      saying({ type: "image_url", image_url: "https://x" }),
      { images: 1, wholeContext: false },
    ],
    [
      "images in several messages",
      {
        ...chat,
        messages: Array(3).fill({ role: "user", content: [{ type: "image_url", image_url: { url: "u" } }] }),
      },
      { images: 3, wholeContext: false },
    ],
    [
      "an image with more than that",
      saying({ type: "image_url", image_url: { url: "u", tiles: 9 } }),
      { wholeContext: true },
    ],
    [
      "a file",
      saying({ type: "file", file: { file_data: "data:application/pdf;base64,x" } }),
      { wholeContext: true, pages: 0 },
    ],
    ["a film", saying({ type: "video_url", video_url: { url: "x" } }), { wholeContext: true }],
    ["a sound elsewhere", saying({ type: "audio_url", audio_url: { url: "x" } }), { wholeContext: true }],
    ["MP3", heard(mp3(30)), { audioSeconds: 30, wholeContext: false }],
    ["MP3 by its frames", heard(base64(silentMp3(60))), { audioSeconds: 958, likelySeconds: 61 }],
    [
      "MP3 with something between its frames",
      heard(base64(Buffer.concat([silentMp3(30), Buffer.alloc(5_000), silentMp3(30)]))),
      { likelySeconds: 30 + 31 },
    ],
    ["a WAV whose description is too short", heard(wav(4000, { described: 14 })), { wholeContext: true }],
    ["MP3 with a tag", heard(mp3(29, 1000)), { audioSeconds: 30, wholeContext: false }],
    ["MP3 named wav", heard(mp3(2), "wav"), { audioSeconds: 2, wholeContext: false }],
    ["MP3 without a bitrate", heard(base64(Uint8Array.of(0xff, 0xfb, 0x00, 0x64))), { wholeContext: true }],
    [
      "MP3 with a bitrate that is none",
      heard(base64(Uint8Array.of(0xff, 0xfb, 0xf0, 0x64))),
      { wholeContext: true },
    ],
    [
      "AAC, whose frames begin alike",
      heard(base64(Uint8Array.of(0xff, 0xf1, 0x90, 0x64))),
      { wholeContext: true },
    ],
    ["a version that is none", heard(base64(Uint8Array.of(0xff, 0xeb, 0x90, 0x64))), { wholeContext: true }],
    ["WAV", heard(wav(16_000), "wav"), { audioSeconds: 16, wholeContext: false }],
    ["WAV with a list before the data", heard(wav(4000, { chunks: ["LIST", "data"] })), { audioSeconds: 4 }],
    [
      "a recording of slow samples",
      heard(wav(4000, { rate: 100, bits: 8 })),
      { audioSeconds: 0, wholeContext: true },
    ],
    ["a WAV of samples with 12 bits", heard(wav(4000, { bits: 12 })), { wholeContext: true }],
    ["a WAV of more samples than there can be", heard(wav(4000, { rate: 2e9 })), { wholeContext: true }],
    ["a compressed WAV", heard(wav(4000, { format: 0x55 })), { wholeContext: true }],
    ["a WAV described a second time", heard(wav(4000, { chunks: ["fmt ", "data"] })), { wholeContext: true }],
    ["a WAV without data", heard(wav(4000, { chunks: ["LIST"] })), { wholeContext: true }],
    ["Ogg named mp3", heard(base64(Buffer.from("OggS".padEnd(400)))), { wholeContext: true }],
    [
      "Ogg behind a tag of MP3",
      heard(base64(Buffer.concat([Buffer.from("ID3\x04\0\0\0\0\0\0"), Buffer.from("OggS")]))),
      { wholeContext: true },
    ],
    ["no base64", heard("data:audio/mp3;base64,//uQZA=="), { wholeContext: true }],
    ["no data", saying({ type: "input_audio", input_audio: { format: "mp3" } }), { wholeContext: true }],
    ["a part of an unknown type", saying({ type: "hologram", text: "x" }), { wholeContext: true }],
    ["a type that is a list", saying({ type: ["text"], text: "x" }), { wholeContext: true }],
    ["a type in another case", saying({ type: "Text", text: "x" }), { wholeContext: true }],
    ["an unknown field of a part", saying({ ...text, hologram: "x" }), { wholeContext: true }],
    [
      "an unknown field of a message",
      { ...chat, messages: [{ role: "user", content: "x", attachments: [{}] }] },
      { wholeContext: true },
    ],
    [
      "an unknown field that is not set",
      saying({ ...text, hologram: null, more: [] }),
      { wholeContext: false },
    ],
    [
      "an image inside something unknown",
      saying({ type: "x", y: [{ type: "image_url", image_url: { url: "u" } }] }),
      { images: 1, wholeContext: true },
    ],
    [
      "an echoed message of the assistant",
      {
        ...chat,
        messages: [
          {
            role: "assistant",
            content: "x",
            refusal: null,
            reasoning_content: "hm",
            reasoning: "hm",
            function_call: null,
            annotations: [{ type: "url_citation", url_citation: { url: "u", file_id: "f" } }],
            audio: null,
            tool_calls: [{ id: "c", index: 0, type: "function", function: { name: "f", arguments: "{}" } }],
          },
          { role: "tool", tool_call_id: "c", content: [text] },
        ],
      },
      { wholeContext: false },
    ],
    [
      "an echoed custom call",
      {
        ...chat,
        messages: [
          { role: "assistant", tool_calls: [{ id: "c", type: "custom", custom: { name: "n", input: "x" } }] },
        ],
      },
      { wholeContext: false },
    ],
    [
      "words in a text",
      { ...chat, messages: [{ role: "user", content: '{"image_url":"x"}' }] },
      { images: 0, wholeContext: false },
    ],
    [
      "a template's switches",
      { ...chat, chat_template_kwargs: { enable_thinking: false } },
      { wholeContext: false },
    ],
    ["a template's texts", { ...chat, chat_template_kwargs: { documents: "x" } }, { wholeContext: true }],
    ["a prediction", { ...chat, prediction: { type: "content", content: "é" } }, { extraOutputTokens: 33 }],
    ["cache writes of OpenAI", chat, { cacheWrites: ["5m"] }],
    [
      "a cache mark of an hour",
      saying({ ...text, cache_control: ephemeral("1h") }),
      { cacheWrites: ["5m", "1h"], wholeContext: false },
    ],
    [
      "a breakpoint of half a day",
      saying({ ...text, prompt_cache_breakpoint: { mode: "explicit", ttl: "12h" } }),
      { cacheWrites: ["5m", "1h"], wholeContext: false },
    ],
    ["cache options", { ...chat, prompt_cache_options: { ttl: "30m" } }, { cacheWrites: ["5m"] }],
    ["a tier with a price", { ...chat, service_tier: "flex" }, { tier: "flex" }],
    ["the fast tier", { ...chat, service_tier: "fast" }, { tier: "priority" }],
    ["the tier auto", { ...chat, service_tier: "auto" }, { tier: null }],
    ["the tier default", { ...chat, service_tier: "default" }, { tier: null }],
  ])("are read of %s", (_, body, facts) => {
    expect(read("/chat/completions", body).facts).toMatchObject(facts);
  });

  it("include audio where the model has a price for it", () => {
    const price = { rates: { input: 1, output: 2, audio_output: 3 } };
    for (const [audio, audioBytesPerSecond] of [
      [undefined, 48_000],
      [{ voice: "ash", format: "wav" }, 48_000],
      [{ voice: "ash", format: "mp3" }, 16_000],
    ]) {
      const { facts } = read(
        "/chat/completions",
        { ...chat, modalities: ["text", "audio"], audio },
        { price },
      );
      expect(facts).toMatchObject({ audioOutput: true, audioBytesPerSecond });
    }
    expect(read("/chat/completions", { ...chat, audio: { voice: "ash" } }, { price }).facts.audioOutput).toBe(
      true,
    );
    expect(read("/chat/completions", { ...chat, modalities: ["text"] }, { price }).facts.audioOutput).toBe(
      false,
    );
  });
});
