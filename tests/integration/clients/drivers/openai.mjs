import OpenAI from "openai";
import { tellWeather, WEATHER } from "./weather.mjs";

const messagesOf = (content) => [{ role: "user", content }];

const chat = ({ baseURL, apiKey, model }) => {
  const { chat } = new OpenAI({ baseURL, apiKey });
  return {
    async text(prompt) {
      const { choices } = await chat.completions.create({ model, messages: messagesOf(prompt) });
      return choices[0].message.content;
    },
    async tool(prompt) {
      const tools = [
        { type: "function", function: { ...WEATHER, function: tellWeather, parse: JSON.parse } },
      ];
      return await chat.completions.runTools({ model, messages: messagesOf(prompt), tools }).finalContent();
    },
    async *stream(prompt) {
      const stream = await chat.completions.create({ model, messages: messagesOf(prompt), stream: true });
      for await (const { choices } of stream) yield choices[0]?.delta.content;
    },
  };
};

const responses = ({ baseURL, apiKey, model }) => {
  const { responses } = new OpenAI({ baseURL, apiKey });
  return {
    text: async (input) => (await responses.create({ model, input })).output_text,
    async tool(prompt) {
      const tools = [{ type: "function", strict: true, ...WEATHER }];
      const input = messagesOf(prompt);
      const first = await responses.create({ model, input, tools, store: false });
      const results = first.output
        .filter(({ type }) => type === "function_call")
        .map(({ call_id }) => ({ type: "function_call_output", call_id, output: tellWeather() }));
      const next = { model, input: [...input, ...first.output, ...results], tools, store: false };
      return (await responses.create(next)).output_text;
    },
    async *stream(input) {
      for await (const event of await responses.create({ model, input, stream: true }))
        if (event.type === "response.output_text.delta") yield event.delta;
    },
  };
};

export default { chat, responses };
