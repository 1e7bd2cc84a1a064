import OpenAI from "openai";
import { zodResponseFormat, zodTextFormat } from "openai/helpers/zod";
import OpenAI6 from "openai-6";
import * as helpers6 from "openai-6/helpers/zod";
import {
  CITY,
  type Client,
  type Driver,
  failureIn,
  memberOf,
  parseWeather,
  required,
  type Said,
  type Settings,
  WEATHER,
  WEATHER_SCHEMA,
} from "./driver.ts";

/** Everything used here has the same types in both majors. */
const EARLIER = OpenAI6 as unknown as typeof OpenAI;
const EARLIER_HELPERS = helpers6 as unknown as Helpers;
interface Helpers {
  zodResponseFormat: typeof zodResponseFormat;
  zodTextFormat: typeof zodTextFormat;
}
const HELPERS: Helpers = { zodResponseFormat, zodTextFormat };

const clientOf = (Library: typeof OpenAI, { origin, key, maxRetries }: Settings) =>
  new Library({ baseURL: `${origin}/v1`, apiKey: key, maxRetries, logLevel: "off" });
const userMessage = (content: string) => ({ role: "user" as const, content });

function chatClient(Library: typeof OpenAI, helpers: Helpers, settings: Settings): Client {
  const { chat } = clientOf(Library, settings);
  const { model } = settings;
  const requestFor = (prompt: string) => ({ model, messages: [userMessage(prompt)] });
  return {
    async text(prompt) {
      const { choices, usage } = await chat.completions.create(requestFor(prompt));
      return said(choices[0]?.message.content, usage);
    },
    async stream(prompt, { signal, onText } = {}) {
      const counted = {
        ...requestFor(prompt),
        stream: true,
        stream_options: { include_usage: true },
      } as const;
      let text = "";
      let counts: OpenAI.CompletionUsage | null | undefined;
      for await (const { choices, usage } of await chat.completions.create(counted, { signal })) {
        text += choices[0]?.delta.content ?? "";
        counts = usage;
        if (text !== "") onText?.();
      }
      return said(text, counts);
    },
    async toolLoop(prompt) {
      const tool = {
        type: "function" as const,
        function: {
          name: WEATHER.name,
          description: WEATHER.description,
          parameters: WEATHER_SCHEMA,
          function: parseWeather,
          parse: (json: string) => json,
        },
      };
      const runner = chat.completions.runTools({ ...requestFor(prompt), tools: [tool] });
      return required(await runner.finalContent());
    },
    async structured(prompt) {
      const response_format = helpers.zodResponseFormat(CITY, "city");
      const { choices } = await chat.completions.parse({ ...requestFor(prompt), response_format });
      return choices[0]?.message.parsed;
    },
    unsupported: () => chat.completions.create({ ...requestFor("Hi"), web_search_options: {} }),
  };
}

const said = (text: string | null | undefined, usage: OpenAI.CompletionUsage | null | undefined): Said => {
  const { prompt_tokens, completion_tokens } = required(usage);
  return { text: required(text), tokensIn: prompt_tokens, tokensOut: completion_tokens };
};

function responsesClient(Library: typeof OpenAI, helpers: Helpers, settings: Settings): Client {
  const { responses } = clientOf(Library, settings);
  const shared = { model: settings.model, store: false };
  return {
    async text(input) {
      return saidBy(await responses.create({ ...shared, input }));
    },
    async stream(input, { signal, onText } = {}) {
      let last: OpenAI.Responses.Response | undefined;
      let text = "";
      for await (const event of await responses.create({ ...shared, input, stream: true }, { signal })) {
        if (event.type === "response.output_text.delta") {
          text += event.delta;
          onText?.();
        }
        if (event.type === "response.completed") last = event.response;
      }
      return { ...saidBy(required(last)), text };
    },
    async toolLoop(prompt) {
      const { name, description } = WEATHER;
      const tools = [
        { type: "function" as const, name, description, parameters: WEATHER_SCHEMA, strict: true },
      ];
      const first = await responses.create({ ...shared, input: prompt, tools });
      const conversation = [userMessage(prompt), ...inputOf(first)];
      for (const item of first.output)
        if (item.type === "function_call")
          conversation.push({
            type: "function_call_output",
            call_id: item.call_id,
            output: parseWeather(item.arguments),
          });
      return (await responses.create({ ...shared, input: conversation, tools })).output_text;
    },
    async structured(input) {
      const text = { format: helpers.zodTextFormat(CITY, "city") };
      return (await responses.parse({ ...shared, input, text })).output_parsed;
    },
    unsupported: () => responses.create({ ...shared, input: "Hi", previous_response_id: "resp_1" }),
  };
}

/** The API accepts the items of its responses. */
export const inputOf = ({ output }: OpenAI.Responses.Response) => output as OpenAI.Responses.ResponseInput;

const saidBy = ({ output_text: text, usage }: OpenAI.Responses.Response): Said => {
  const { input_tokens, output_tokens } = required(usage);
  return { text, tokensIn: input_tokens, tokensOut: output_tokens };
};

const failureOf = (error: unknown) => failureIn(error, memberOf(error, "status"), error);

const LIBRARIES = [
  ["openai 7", OpenAI, HELPERS],
  ["openai 6", EARLIER, EARLIER_HELPERS],
] as const;

export const OPENAI_DRIVERS: Driver[] = LIBRARIES.flatMap(([name, Library, helpers]) => [
  {
    name: `${name}, chat completions`,
    path: "/v1/chat/completions",
    failureOf,
    unsupportedField: "web_search_options",
    client: (settings) => chatClient(Library, helpers, settings),
  },
  {
    name: `${name}, responses`,
    path: "/v1/responses",
    failureOf,
    unsupportedField: "previous_response_id",
    client: (settings) => responsesClient(Library, helpers, settings),
  },
]);
