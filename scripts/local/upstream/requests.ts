import { z } from "zod";

const part = z.object({ type: z.string(), text: z.string().optional() });
const content = z.union([z.string(), z.array(part), z.null()]).optional();
const messages = z.array(z.object({ role: z.string(), content })).min(1);
const limit = z.int().positive().nullish();

export const chatRequest = z.object({
  model: z.string(),
  messages,
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: limit,
  max_completion_tokens: limit,
});
export type ChatRequest = z.infer<typeof chatRequest>;

/** A request of the Responses API, as the conversation that it is. */
export const responseRequest = z
  .object({
    model: z.string(),
    input: z.union([z.string(), messages]),
    stream: z.boolean().nullish(),
    max_output_tokens: limit,
  })
  .transform(({ model, input, stream, max_output_tokens }): ChatRequest => {
    const said = typeof input === "string" ? [{ role: "user", content: input }] : input;
    return { model, messages: said, stream, max_completion_tokens: max_output_tokens };
  });

export const embeddingRequest = z.object({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
  encoding_format: z.enum(["float", "base64"]).optional(),
});

export const transcriptionRequest = z.object({ model: z.string(), file: z.file() });

/** All that the messages say, as one text. */
export const promptOf = ({ messages }: ChatRequest): string => messages.map(textOf).join("\n");

/** The text of the last message. */
export const lastText = ({ messages }: ChatRequest): string => textOf(messages.at(-1));

function textOf(message: ChatRequest["messages"][number] | undefined): string {
  const said = message?.content ?? "";
  return typeof said === "string" ? said : said.map(({ text = "" }) => text).join("");
}
