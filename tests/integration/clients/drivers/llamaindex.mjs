import { OpenAI } from "@llamaindex/openai";
import { FunctionTool, LLMAgent } from "llamaindex";
import { tellWeather, WEATHER } from "./weather.mjs";

const messagesOf = (content) => [{ role: "user", content }];

const chat = ({ baseURL, apiKey, model }) => {
  const llm = new OpenAI({ model, apiKey, baseURL });
  return {
    text: async (prompt) => (await llm.chat({ messages: messagesOf(prompt) })).message.content,
    async tool(prompt) {
      const weather = FunctionTool.from(tellWeather, WEATHER);
      const agent = new LLMAgent({ llm, tools: [weather] });
      return (await agent.chat({ message: prompt })).message.content;
    },
    async *stream(prompt) {
      for await (const { delta } of await llm.chat({ messages: messagesOf(prompt), stream: true }))
        yield delta;
    },
  };
};

export default { chat };
