import Anthropic from "@anthropic-ai/sdk";
import { zodOutputFormat } from "@anthropic-ai/sdk/helpers/zod";
import {
  CITY,
  type Client,
  type Driver,
  failureIn,
  MAX_TOKENS,
  memberOf,
  type Said,
  type Settings,
  WEATHER,
  WEATHER_SCHEMA,
  weatherIn,
} from "./driver.ts";

function client({ origin, key, model, maxRetries }: Settings): Client {
  const { messages } = new Anthropic({ baseURL: origin, apiKey: key, maxRetries, logLevel: "off" });
  const requestFor = (prompt: string) => ({
    model,
    max_tokens: MAX_TOKENS,
    messages: [{ role: "user" as const, content: prompt }],
  });
  return {
    async text(prompt) {
      return saidBy(await messages.create(requestFor(prompt)));
    },
    async stream(prompt, { signal, onText } = {}) {
      const stream = messages.stream(requestFor(prompt), { signal });
      if (onText !== undefined) stream.on("text", onText);
      return saidBy(await stream.finalMessage());
    },
    async toolLoop(prompt) {
      const { name, description } = WEATHER;
      const tools = [{ name, description, input_schema: WEATHER_SCHEMA }];
      const first = await messages.create({ ...requestFor(prompt), tools });
      const results = first.content.flatMap((block) =>
        block.type === "tool_use"
          ? [
              {
                type: "tool_result" as const,
                tool_use_id: block.id,
                content: weatherIn(WEATHER.input.parse(block.input)),
              },
            ]
          : [],
      );
      const conversation = [
        ...requestFor(prompt).messages,
        { role: "assistant" as const, content: first.content },
        { role: "user" as const, content: results },
      ];
      return saidBy(await messages.create({ ...requestFor(prompt), tools, messages: conversation })).text;
    },
    async structured(prompt) {
      const output_config = { format: zodOutputFormat(CITY) };
      return (await messages.parse({ ...requestFor(prompt), output_config })).parsed_output;
    },
    unsupported: () =>
      messages.create({ ...requestFor("Hi"), tools: [{ type: "web_search_20250305", name: "web_search" }] }),
  };
}

const saidBy = ({ content, usage }: Anthropic.Message): Said => ({
  text: content.map((block) => (block.type === "text" ? block.text : "")).join(""),
  tokensIn: usage.input_tokens,
  tokensOut: usage.output_tokens,
});

export const anthropicFailure = (error: unknown) =>
  failureIn(error, memberOf(error, "status"), memberOf(error, "error", "error"));

export const ANTHROPIC_DRIVERS: Driver[] = [
  {
    name: "@anthropic-ai/sdk",
    path: "/v1/messages",
    unsupportedField: "tools",
    client,
    failureOf: anthropicFailure,
  },
];
