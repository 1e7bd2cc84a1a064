import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { APICallError, generateText, isStepCount, type LanguageModel, Output, streamText, tool } from "ai";
import {
  CITY,
  type Client,
  type Driver,
  failureIn,
  required,
  type Settings,
  WEATHER,
  weatherIn,
} from "./driver.ts";
import { KNOWN_MODEL } from "./local-provider.ts";

type Call = Parameters<typeof generateText>[0];
type ProviderOptions = NonNullable<Call["providerOptions"]>;
type Tools = NonNullable<Call["tools"]>;

interface Variant {
  model: LanguageModel;
  maxRetries: number;
  providerOptions?: ProviderOptions;
  /** Sends something that the gateway does not offer. */
  unsupported: { model?: LanguageModel; providerOptions?: ProviderOptions; tools?: Tools };
}

function clientOf({ unsupported, ...settings }: Variant): Client {
  return {
    async text(prompt) {
      const { text, usage } = await generateText({ ...settings, prompt });
      return { text, ...countsOf(usage) };
    },
    async stream(prompt, { signal, onText } = {}) {
      let failure: unknown;
      const onError = ({ error }: { error: unknown }) => {
        failure = error;
      };
      const streamed = streamText({ ...settings, prompt, onError, ...(signal && { abortSignal: signal }) });
      let text = "";
      for await (const chunk of streamed.textStream) {
        text += chunk;
        onText?.();
      }
      if (failure !== undefined) throw failure;
      signal?.throwIfAborted();
      return { text, ...countsOf(await streamed.usage) };
    },
    async toolLoop(prompt) {
      const weather = tool({
        description: WEATHER.description,
        inputSchema: WEATHER.input,
        execute: async (input) => weatherIn(input),
      });
      const { text } = await generateText({
        ...settings,
        prompt,
        tools: { weather },
        stopWhen: isStepCount(3),
      });
      return text;
    },
    async structured(prompt) {
      return (await generateText({ ...settings, prompt, output: Output.object({ schema: CITY }) })).output;
    },
    unsupported: () => generateText({ ...settings, prompt: "Hi", ...unsupported }),
  };
}

const countsOf = (usage: { inputTokens: number | undefined; outputTokens: number | undefined }) => ({
  tokensIn: required(usage.inputTokens),
  tokensOut: required(usage.outputTokens),
});

export const openAiOf = ({ origin, key }: Pick<Settings, "origin" | "key">) =>
  createOpenAI({ baseURL: `${origin}/v1`, apiKey: key });

function responses(settings: Settings): Client {
  const openai = openAiOf(settings);
  return clientOf({
    model: openai(settings.model),
    maxRetries: settings.maxRetries,
    providerOptions: { openai: { store: false } },
    unsupported: { tools: { web_search: openai.tools.webSearch({}) } },
  });
}

/** The library sends a service tier only for models whose names it knows. */
function chat(settings: Settings): Client {
  const openai = openAiOf(settings);
  return clientOf({
    model: openai.chat(settings.model),
    maxRetries: settings.maxRetries,
    unsupported: {
      model: openai.chat(KNOWN_MODEL),
      providerOptions: { openai: { serviceTier: "priority" } },
    },
  });
}

function messages({ origin, key, model, maxRetries }: Settings): Client {
  const anthropic = createAnthropic({ baseURL: `${origin}/v1`, apiKey: key });
  return clientOf({
    model: anthropic(model),
    maxRetries,
    unsupported: { tools: { web_search: anthropic.tools.webSearch_20250305({}) } },
  });
}

function failureOf(error: unknown) {
  if (!APICallError.isInstance(error)) return failureIn(error, undefined, undefined);
  return failureIn(error, error.statusCode, JSON.parse(error.responseBody ?? "{}").error);
}

export const AI_SDK_DRIVERS: Driver[] = [
  {
    name: "AI SDK, OpenAI chat completions",
    path: "/v1/chat/completions",
    unsupportedField: "service_tier",
    client: chat,
    failureOf,
  },
  {
    name: "AI SDK, OpenAI responses",
    path: "/v1/responses",
    unsupportedField: "tools",
    client: responses,
    failureOf,
  },
  {
    name: "AI SDK, Anthropic",
    path: "/v1/messages",
    unsupportedField: "tools",
    client: messages,
    failureOf,
  },
];
