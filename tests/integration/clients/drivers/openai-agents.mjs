import { Agent, OpenAIProvider, Runner, tool } from "@openai/agents";
import { tellWeather, WEATHER } from "./weather.mjs";

const settingOf =
  (useResponses) =>
  ({ baseURL, apiKey, model }) => {
    const modelProvider = new OpenAIProvider({ baseURL, apiKey, useResponses });
    const runner = new Runner({ modelProvider, tracingDisabled: true });
    const agent = new Agent({ name: "Helper", instructions: "Be brief.", model });
    const weather = tool({ ...WEATHER, strict: true, execute: tellWeather });
    return {
      text: async (prompt) => (await runner.run(agent, prompt)).finalOutput,
      tool: async (prompt) => (await runner.run(agent.clone({ tools: [weather] }), prompt)).finalOutput,
      async *stream(prompt) {
        yield* (await runner.run(agent, prompt, { stream: true })).toTextStream();
      },
    };
  };

export default { responses: settingOf(true), chat: settingOf(false) };
