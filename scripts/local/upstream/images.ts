import { crc32, deflateSync } from "node:zlib";
import { z } from "zod";
import { findModel } from "./catalog.ts";
import { checkContext } from "./completion.ts";
import { openAiError } from "./errors.ts";
import { type Endpoint, type Exchange, validated } from "./exchange.ts";
import { flag, model } from "./fields.ts";
import { countTokens } from "./tokens.ts";

const IMAGE_TOKENS = { low: 272, medium: 1_056, high: 4_096 };
const DRAFT_TOKENS = 100;
const CREATED = 1_735_689_600;

const size = z.enum(["auto", "1024x1024", "1536x1024"]).nullish();
const quality = z.enum(["auto", "low", "medium", "high"]).nullish();
/** What a request for images has, however it is sent. */
export const imageFields = {
  model,
  size,
  quality,
  prompt: z.string().min(1, "Expected a prompt."),
  output_format: z.literal("png", "This provider draws PNG images only.").nullish(),
  response_format: z.enum(["url", "b64_json"]).nullish(),
};

const imageRequest = z.object({
  ...imageFields,
  n: z.int().min(1).max(10).nullish(),
  stream: flag,
  partial_images: z.int().min(0).max(3).nullish(),
});
type ImageRequest = z.infer<typeof imageRequest>;

/** Draws a small square whose colour comes from the prompt. Left to itself, it chooses the dearest size and quality. */
export const images: Endpoint = {
  errors: openAiError,
  read: (body) =>
    drawn(validated(imageRequest, body), { kind: "image_generation", source: "", imageTokens: 0 }),
};

interface Drawing {
  /** Of the events of a stream. */
  kind: "image_generation" | "image_edit";
  /** What the colour comes from, beside the prompt. */
  source: string;
  /** Tokens of the images in the request. */
  imageTokens: number;
}

export function drawn(request: ImageRequest, { kind, source, imageTokens }: Drawing): Exchange {
  const served = findModel(request.model, "image");
  const { prompt, stream } = request;
  const [n, drafts] = [request.n ?? 1, request.partial_images ?? 0];
  checkContext(served, countTokens(prompt) + imageTokens);
  const size = chosen(request.size, "1536x1024");
  const quality = chosen(request.quality, "high");
  const b64_json = squareOf(prompt + source).toString("base64");
  const image =
    request.response_format === "url" ? { url: `data:image/png;base64,${b64_json}` } : { b64_json };
  const about = { size, quality, background: "opaque", output_format: "png" };
  const output = n * IMAGE_TOKENS[quality] + drafts * DRAFT_TOKENS;
  const usage = () => usageOf({ text: countTokens(prompt), imageTokens, output });
  const counted = served.maxOutputTokens > 0;
  const event = (name: string, data: object) => ({ tokens: 1, ...named(`${kind}.${name}`, data) });
  return {
    text: prompt,
    stream: stream === true,
    reply: () => ({
      whole: (report) => ({
        created: CREATED,
        ...about,
        data: Array.from({ length: n }, () => image),
        ...(counted && { usage: report() }),
      }),
      stream: {
        *events(report) {
          for (let at = 0; at < drafts; at += 1)
            yield event("partial_image", { partial_image_index: at, b64_json });
          const last = { created_at: CREATED, ...about, b64_json, ...(counted && { usage: report() }) };
          yield event("completed", last);
        },
        errorEvent: (error) => named("error", { type: "error", ...openAiError(error) }),
      },
      usage,
    }),
  };
}

const named = (name: string, data: object) => ({ name, data: { type: name, ...data } });

const chosen = <Value extends string>(
  requested: Value | "auto" | null | undefined,
  own: Exclude<Value, "auto">,
) => (requested === "auto" ? own : (requested ?? own)) as Exclude<Value, "auto">;

function usageOf({ text, imageTokens, output }: { text: number; imageTokens: number; output: number }) {
  const input = text + imageTokens;
  return {
    input_tokens: input,
    output_tokens: output,
    total_tokens: input + output,
    input_tokens_details: { text_tokens: text, image_tokens: imageTokens },
    output_tokens_details: { text_tokens: 0, image_tokens: output },
  };
}

const SIDE = 16;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A PNG of one colour (https://www.w3.org/TR/png-3/). */
function squareOf(prompt: string): Buffer {
  const colour = crc32(prompt);
  const row = Buffer.from([
    0,
    ...Array.from({ length: SIDE }, () => [16, 8, 0].map((shift) => (colour >> shift) & 0xff)).flat(),
  ]);
  const head = Buffer.alloc(13);
  head.writeUInt32BE(SIDE, 0);
  head.writeUInt32BE(SIDE, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: SIDE }, () => row)));
  return Buffer.concat([
    SIGNATURE,
    chunkOf("IHDR", head),
    chunkOf("IDAT", pixels),
    chunkOf("IEND", Buffer.alloc(0)),
  ]);
}

function chunkOf(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, checksum]);
}
