import { ChatAnthropic } from "@langchain/anthropic";
import { type AIMessageChunk, HumanMessage, type ToolMessage } from "@langchain/core/messages";
import type { ToolCall } from "@langchain/core/messages/tool";
import { tool } from "@langchain/core/tools";
import { ChatOpenAI, type ChatOpenAIFields } from "@langchain/openai";
import { anthropicFailure } from "./anthropic.ts";
import {
  CITY,
  type Client,
  type Driver,
  failureIn,
  MAX_TOKENS,
  memberOf,
  required,
  type Said,
  type Settings,
  WEATHER,
  weatherIn,
} from "./driver.ts";

const { name, description, input } = WEATHER;
const weather = tool(async (city: { city: string }) => weatherIn(city), { name, description, schema: input });

function openAiClient(settings: Settings, fields: ChatOpenAIFields, unsupported: object): Client {
  const { origin, key, model, maxRetries } = settings;
  const shared = { model, apiKey: key, maxRetries, configuration: { baseURL: `${origin}/v1` }, ...fields };
  const chat = new ChatOpenAI(shared);
  return {
    ...clientOf(chat, (prompt, options) => chat.stream(prompt, options)),
    async toolLoop(prompt) {
      const bound = chat.bindTools([weather]);
      const first = await bound.invoke(prompt);
      return textOf(await bound.invoke([new HumanMessage(prompt), first, ...(await resultsOf(first))]));
    },
    structured: (prompt) => chat.withStructuredOutput(CITY, { method: "jsonSchema" }).invoke(prompt),
    unsupported: () => new ChatOpenAI({ ...shared, modelKwargs: unsupported }).invoke("Hi"),
  };
}

function anthropicClient({ origin, key, model, maxRetries }: Settings): Client {
  const shared = { model, apiKey: key, maxRetries, anthropicApiUrl: origin, maxTokens: MAX_TOKENS };
  const chat = new ChatAnthropic(shared);
  return {
    ...clientOf(chat, (prompt, options) => chat.stream(prompt, options)),
    async toolLoop(prompt) {
      const bound = chat.bindTools([weather]);
      const first = await bound.invoke(prompt);
      return textOf(await bound.invoke([new HumanMessage(prompt), first, ...(await resultsOf(first))]));
    },
    structured: (prompt) => chat.withStructuredOutput(CITY).invoke(prompt),
    unsupported: () => new ChatAnthropic({ ...shared, invocationKwargs: { mcp_servers: [{}] } }).invoke("Hi"),
  };
}

interface Message {
  text: string;
  usage_metadata?: unknown;
  tool_calls?: ToolCall[] | undefined;
}

function clientOf(
  chat: { invoke: (prompt: string) => Promise<Message> },
  open: (prompt: string, options: { signal?: AbortSignal }) => Promise<AsyncIterable<AIMessageChunk>>,
): Pick<Client, "text" | "stream"> {
  return {
    text: async (prompt) => saidBy(await chat.invoke(prompt)),
    async stream(prompt, { signal, onText } = {}) {
      let whole: AIMessageChunk | undefined;
      for await (const chunk of await open(prompt, signal ? { signal } : {})) {
        whole = whole?.concat(chunk) ?? chunk;
        if (whole.text !== "") onText?.();
      }
      signal?.throwIfAborted();
      return saidBy(required(whole));
    },
  };
}

const textOf = ({ text }: Message) => text;
const saidBy = ({ text, usage_metadata }: Message): Said => ({
  text,
  tokensIn: Number(memberOf(usage_metadata, "input_tokens")),
  tokensOut: Number(memberOf(usage_metadata, "output_tokens")),
});

const resultsOf = ({ tool_calls = [] }: Message): Promise<ToolMessage[]> =>
  Promise.all(tool_calls.map((call) => weather.invoke({ ...call, type: "tool_call" as const })));

const openAiFailure = (error: unknown) => failureIn(error, memberOf(error, "status"), error);

export const LANGCHAIN_DRIVERS: Driver[] = [
  {
    name: "LangChain, ChatOpenAI",
    path: "/v1/chat/completions",
    unsupportedField: "web_search_options",
    client: (settings) => openAiClient(settings, {}, { web_search_options: {} }),
    failureOf: openAiFailure,
  },
  {
    name: "LangChain, ChatOpenAI with responses",
    path: "/v1/responses",
    unsupportedField: "conversation",
    client: (settings) =>
      openAiClient(settings, { useResponsesApi: true, zdrEnabled: true }, { conversation: "conv_1" }),
    failureOf: openAiFailure,
  },
  {
    name: "LangChain, ChatAnthropic",
    path: "/v1/messages",
    unsupportedField: "mcp_servers",
    // It adds up the counts of the stream's beginning and end.
    extraOutputOfStreams: 1,
    client: anthropicClient,
    failureOf: anthropicFailure,
  },
];
