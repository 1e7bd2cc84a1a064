import { z } from "zod";
import { findModel } from "./catalog.ts";
import type { StreamEvent } from "./delivery.ts";
import { openAiError } from "./errors.ts";
import { type Endpoint, validated } from "./exchange.ts";
import { model } from "./fields.ts";
import { countTokens } from "./tokens.ts";

/** A recording and the fields that were sent with it. */
const uploaded = z.object({
  name: z.string(),
  bytes: z.instanceof(Uint8Array, { error: "Expected a recording, as a file." }),
});

const FORMATS = ["json", "text", "srt", "vtt", "verbose_json"] as const;
const FEWER_FORMATS = ["json", "text"] as const;
const SEGMENT_SECONDS = 4;
const TOKENS_PER_SECOND = 10;
const OTHER_BYTES_PER_SECOND = 16_000;
const MP3_BYTES_PER_SECOND = 417 / (1152 / 44_100);

const transcriptionRequest = z.object({
  model,
  file: uploaded,
  language: z.string().max(20).optional(),
  prompt: z.string().optional(),
  response_format: z.enum(FORMATS).optional(),
  temperature: z.coerce.number().min(0).max(1).optional(),
  stream: z.enum(["true", "false"]).optional(),
  "timestamp_granularities[]": z.array(z.enum(["word", "segment"])).optional(),
  "include[]": z.array(z.literal("logprobs")).optional(),
});

/** Tells a recording's name and length in words, because it can't listen. Commands for faults stand in the prompt. */
const listener = (task: "transcribe" | "translate"): Endpoint => ({
  errors: openAiError,
  read(body) {
    const request = validated(transcriptionRequest, body);
    const { maxOutputTokens } = findModel(request.model, "transcription");
    const counted = maxOutputTokens > 0;
    if (counted) validated(z.object({ response_format: z.enum(FEWER_FORMATS).optional() }), request);
    const seconds = secondsOf(request.file.bytes);
    const text = `A recording called ${request.file.name}. It lasts ${seconds.toFixed(1)} seconds.`;
    const usage = () =>
      counted ? tokensOf(request.prompt, seconds, text) : { type: "duration", seconds: Math.ceil(seconds) };
    const verbose = request.response_format === "verbose_json";
    const words = request["timestamp_granularities[]"]?.includes("word") === true;
    const details = { task, language: request.language ?? "english", duration: seconds };
    return {
      text: request.prompt ?? "",
      stream: counted && request.stream === "true",
      reply: () => ({
        whole: (report) => ({
          ...(verbose && { ...details, segments: segmentsOf(text, seconds) }),
          ...(verbose && words && { words: wordsOf(text, seconds) }),
          text,
          usage: report(),
        }),
        stream: {
          *events(report) {
            for (const delta of text.split(/(?<= )/)) yield eventOf("transcript.text.delta", { delta });
            yield { ...eventOf("transcript.text.done", { text, usage: report() }), tokens: 0 };
          },
          errorEvent: (error) => ({ name: "error", data: { type: "error", ...openAiError(error) } }),
        },
        usage,
      }),
    };
  },
});

export const transcriptions = listener("transcribe");
export const translations = listener("translate");

const eventOf = (type: string, data: object): StreamEvent => ({ tokens: 1, data: { type, ...data } });

function tokensOf(prompt: string | undefined, seconds: number, text: string) {
  const [audio_tokens, text_tokens] = [Math.ceil(seconds * TOKENS_PER_SECOND), countTokens(prompt ?? "")];
  const [input_tokens, output_tokens] = [audio_tokens + text_tokens, countTokens(text)];
  return {
    type: "tokens",
    input_tokens,
    input_token_details: { audio_tokens, text_tokens },
    output_tokens,
    total_tokens: input_tokens + output_tokens,
  };
}

/** Of a plain WAV by its own figures, and of anything else by a usual rate. */
function secondsOf(bytes: Uint8Array): number {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (head.length >= 44 && head.toString("latin1", 0, 4) === "RIFF")
    return (head.length - 44) / head.readUInt32LE(28);
  const isMp3 = head[0] === 0xff;
  return head.length / (isMp3 ? MP3_BYTES_PER_SECOND : OTHER_BYTES_PER_SECOND);
}

function segmentsOf(text: string, seconds: number) {
  const sentences = text.split(/(?<=\.) /);
  const each = Math.min(SEGMENT_SECONDS, seconds / sentences.length);
  return sentences.map((sentence, id) => ({
    id,
    seek: 0,
    start: id * each,
    end: (id + 1) * each,
    text: ` ${sentence}`,
    tokens: [id],
    temperature: 0,
    avg_logprob: -0.2,
    compression_ratio: 1,
    no_speech_prob: 0.01,
  }));
}

function wordsOf(text: string, seconds: number) {
  const words = text.split(" ");
  const each = seconds / words.length;
  return words.map((word, at) => ({ word, start: at * each, end: (at + 1) * each }));
}
