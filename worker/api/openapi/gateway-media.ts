import { Hono } from "hono";
import { z } from "zod";
import { describe } from "./describe.ts";
import { INVALID, modelName, ofOpenAi, stream, UNPAID, usage } from "./gateway-parts.ts";

const group = "Gateway";
const errors = { ...INVALID, ...UNPAID };
const images = z.looseObject({
  data: z
    .array(z.looseObject({ b64_json: z.string().optional(), url: z.string().optional() }))
    .describe("The images"),
  usage,
});
const IMAGES = { schema: images, example: { created: 1735689600, data: [{ b64_json: "iVBORw0KGgo…" }] } };
const size = z.string().optional().describe("Such as `1024x1024`; `auto` lets the model choose");
const quality = z.string().optional().describe("Such as `high`; `auto` lets the model choose");

const FORM = "In a form of more than 8 MB, the file must be the last part.";
const FORM_ERRORS = {
  ...errors,
  invalid_request: "The body isn't a form of the documented parts, or a field is invalid",
  payload_too_large: "The form is larger than 26 MB",
  unsupported_media_type: "The body isn't a form",
};

const recording = {
  model: modelName,
  file: z.file().describe("The recording"),
  prompt: z.string().optional().describe("Words that help to understand the recording"),
  response_format: z
    .string()
    .optional()
    .describe("`json`, `text`, `srt`, `vtt` or `verbose_json`; `json` unless stated"),
  temperature: z.number().min(0).max(1).optional().describe("How freely the model interprets"),
  max_minutes: z
    .int()
    .min(1)
    .max(1440)
    .optional()
    .describe("The most minutes that the recording lasts, so that less is reserved"),
};

const transcript = (text: string) => ({
  schema: z.looseObject({ text: z.string().describe("The transcript"), usage }),
  example: { text, usage: { type: "duration", seconds: 2, cost: 0.001 } },
});

/** What isn't text; descriptions without handlers, as in `gateway.ts`. */
export const mediaDescriptions = new Hono()
  .post(
    "/v1/images/generations",
    describe({
      id: "createImage",
      group,
      summary: "Create images",
      description: `Draws images from a text, optionally as a stream. A model costs a fixed price per image by its size and quality, or the tokens of the image. ${ofOpenAi}`,
      body: {
        schema: z.looseObject({
          model: modelName,
          prompt: z.string().describe("What to draw"),
          n: z.int().min(1).max(10).optional().describe("The number of images, 1 unless stated"),
          size,
          quality,
          stream,
        }),
        example: { model: "demo-image", prompt: "A brass key", size: "1024x1024", quality: "low" },
      },
      response: IMAGES,
      errors,
    }),
  )
  .post(
    "/v1/images/edits",
    describe({
      id: "editImage",
      group,
      summary: "Edit images",
      description: `Draws images from a text and from up to 16 other images, optionally as a stream. It costs what [creating images](/documentation/reference/create-images) costs, and the tokens of the images that you send where the model has a price for them. ${ofOpenAi}`,
      body: {
        form: true,
        schema: z.object({
          model: modelName,
          prompt: z.string().describe("What to draw"),
          image: z.file().optional().describe("The image to edit, in PNG, JPEG or WebP"),
          "image[]": z
            .array(z.file())
            .max(16)
            .optional()
            .describe("Several images, each in a part of its own"),
          mask: z
            .file()
            .optional()
            .describe("A PNG whose transparent areas show where to edit the first image"),
          n: z.int().min(1).max(10).optional().describe("The number of images to draw, 1 unless stated"),
          size,
          quality,
          input_fidelity: z.string().optional().describe("`high` keeps details of the images, such as faces"),
          stream,
        }),
        example: {
          image: "key.png",
          model: "demo-image",
          prompt: "The same key in silver",
          quality: "low",
        },
      },
      response: IMAGES,
      errors: {
        ...errors,
        invalid_request: "The form is malformed, or a part is invalid",
        unsupported_parameter: "The endpoint doesn't support a part of the form or a query parameter",
        payload_too_large: "The form is larger than 26 MB, or than 8 MB if the image isn't its last part",
        unsupported_media_type: "The body isn't a form",
      },
    }),
  )
  .post(
    "/v1/audio/speech",
    describe({
      id: "createSpeech",
      group,
      summary: "Read a text aloud",
      description: `Returns a recording of the text. It costs the characters of the text. ${ofOpenAi}`,
      body: {
        schema: z.looseObject({
          model: modelName,
          input: z.string().describe("The text to read"),
          voice: z.string().describe("The name of a voice"),
          response_format: z.string().optional().describe("Such as `wav`; `mp3` unless stated"),
        }),
        example: { model: "demo-speech", input: "Mind the gap.", voice: "alloy" },
      },
      response: { file: "audio/mpeg" },
      errors,
    }),
  )
  .post(
    "/v1/audio/transcriptions",
    describe({
      id: "createTranscription",
      group,
      summary: "Transcribe a recording",
      description: `Writes down what a recording says. A model costs the minutes of the recording, or its tokens; only the latter can be streamed. ${FORM} ${ofOpenAi}`,
      body: {
        schema: z.looseObject({
          ...recording,
          language: z.string().optional().describe("The language that is spoken, such as `de`"),
          "timestamp_granularities[]": z
            .array(z.enum(["word", "segment"]))
            .optional()
            .describe("Times for words or segments, in `verbose_json`"),
          stream,
        }),
        example: { model: "demo-transcribe", file: "recording.wav" },
        form: true,
      },
      response: transcript("Mind the gap."),
      errors: FORM_ERRORS,
    }),
  )
  .post(
    "/v1/audio/translations",
    describe({
      id: "createTranslation",
      group,
      summary: "Translate a recording",
      description: `Writes down in English what a recording says. A model costs the minutes of the recording, or its tokens. ${FORM} ${ofOpenAi}`,
      body: {
        schema: z.looseObject(recording),
        example: { model: "demo-transcribe", file: "recording.wav" },
        form: true,
      },
      response: transcript("Mind the gap."),
      errors: FORM_ERRORS,
    }),
  )
  .post(
    "/v1/rerank",
    describe({
      id: "rerankDocuments",
      group,
      summary: "Rank documents by relevance",
      description:
        "Sorts documents by how well they match a query. A model costs search units, which are 100 documents each, or tokens. Takes the parameters of Cohere, Jina AI and Voyage AI.",
      body: {
        schema: z.looseObject({
          model: modelName,
          query: z.string().describe("What the documents should match"),
          documents: z.array(z.unknown()).describe("Texts, or objects with a text"),
          top_n: z.int().min(1).optional().describe("How many results to return, all unless stated"),
        }),
        example: { model: "demo-rerank", query: "door lock", documents: ["A latchkey", "A latte"] },
      },
      response: {
        schema: z.looseObject({
          results: z
            .array(z.looseObject({ index: z.int(), relevance_score: z.number() }))
            .describe("The documents by their place in the request, the most relevant first"),
        }),
        example: { results: [{ index: 0, relevance_score: 0.92 }] },
      },
      errors,
    }),
  );
