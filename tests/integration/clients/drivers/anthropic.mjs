import Anthropic from "@anthropic-ai/sdk";
import { tellWeather, WEATHER } from "./weather.mjs";

const messagesOf = (content) => [{ role: "user", content }];
const textOf = ({ content }) =>
  content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join("");

/** `thread: false` has a tool runner send the whole conversation with each turn. */
const settingOf =
  (credentialOf, more = {}) =>
  ({ origin, apiKey, model }) => {
    const client = new Anthropic({ baseURL: origin, ...credentialOf(apiKey) });
    const requestOf = (prompt) => ({ model, max_tokens: 500, messages: messagesOf(prompt) });
    return {
      text: async (prompt) => textOf(await client.messages.create(requestOf(prompt))),
      async tool(prompt) {
        const { parameters, ...named } = WEATHER;
        const parse = (input) => input;
        const weather = { type: "custom", ...named, input_schema: parameters, run: tellWeather, parse };
        return textOf(
          await client.beta.messages.toolRunner({ ...requestOf(prompt), ...more, tools: [weather] }),
        );
      },
      async *stream(prompt) {
        for await (const event of client.messages.stream(requestOf(prompt)))
          if (event.type === "content_block_delta" && event.delta.type === "text_delta")
            yield event.delta.text;
      },
    };
  };

export default {
  apiKey: settingOf((apiKey) => ({ apiKey })),
  "apiKey, thread: false": settingOf((apiKey) => ({ apiKey }), { thread: false }),
  "authToken, thread: false": settingOf((authToken) => ({ authToken }), { thread: false }),
};
