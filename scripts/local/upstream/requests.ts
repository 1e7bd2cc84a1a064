import { z } from "zod";

const part = z.object({ type: z.string(), text: z.string().optional() });
const content = z.union([z.string(), z.array(part), z.null()]).optional();

export const chatRequest = z.object({
  model: z.string(),
  messages: z.array(z.object({ role: z.string(), content })).min(1),
  stream: z.boolean().nullish(),
  stream_options: z.object({ include_usage: z.boolean().optional() }).nullish(),
  max_tokens: z.int().positive().nullish(),
  max_completion_tokens: z.int().positive().nullish(),
});
export type ChatRequest = z.infer<typeof chatRequest>;

export const embeddingRequest = z.object({
  model: z.string(),
  input: z.union([z.string(), z.array(z.string()).min(1)]),
});

/** All that the messages say, as one text. */
export const promptOf = ({ messages }: ChatRequest): string => messages.map(textOf).join("\n");

/** What the last message says. */
export const lastText = ({ messages }: ChatRequest): string => textOf(messages.at(-1));

function textOf(message: ChatRequest["messages"][number] | undefined): string {
  const said = message?.content ?? "";
  return typeof said === "string" ? said : said.map(({ text = "" }) => text).join("");
}
