import { tool } from "@langchain/core/tools";
import { ChatOpenAI } from "@langchain/openai";
import { createAgent } from "langchain";
import { tellWeather, WEATHER } from "./weather.mjs";

const settingOf =
  (more) =>
  ({ baseURL, apiKey, model }) => {
    const chat = new ChatOpenAI({ model, apiKey, configuration: { baseURL }, ...more });
    const { parameters: schema, ...named } = WEATHER;
    const agent = createAgent({ model: chat, tools: [tool(tellWeather, { ...named, schema })] });
    return {
      text: async (prompt) => (await chat.invoke(prompt)).text,
      async tool(content) {
        const { messages } = await agent.invoke({ messages: [{ role: "user", content }] });
        return messages.at(-1).text;
      },
      async *stream(prompt) {
        for await (const chunk of await chat.stream(prompt)) yield chunk.text;
      },
    };
  };

export default { chat: settingOf({}), responses: settingOf({ useResponsesApi: true, zdrEnabled: true }) };
