import { Agent } from "@mastra/core/agent";
import { createTool } from "@mastra/core/tools";
import { z } from "zod";
import { tellWeather, WEATHER } from "./weather.mjs";

const chat = ({ baseURL, apiKey, model }) => {
  const weather = createTool({
    id: WEATHER.name,
    description: WEATHER.description,
    inputSchema: z.object({ city: z.string() }),
    execute: async () => tellWeather(),
  });
  const agentWith = (tools) =>
    new Agent({
      id: "helper",
      name: "Helper",
      instructions: "Be brief.",
      model: { id: `latchkey/${model}`, url: baseURL, apiKey },
      tools,
    });
  return {
    text: async (prompt) => (await agentWith({}).generate(prompt)).text,
    tool: async (prompt) => (await agentWith({ weather }).generate(prompt)).text,
    async *stream(prompt) {
      yield* (await agentWith({}).stream(prompt)).textStream;
    },
  };
};

export default { chat };
