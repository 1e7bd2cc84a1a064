import { generateText, isStepCount, jsonSchema, streamText, tool } from "ai";
import { tellWeather, WEATHER } from "./weather.mjs";

const { description, parameters } = WEATHER;
const weather = tool({ description, inputSchema: jsonSchema(parameters), execute: tellWeather });

export const trialsOf = (model) => ({
  text: async (prompt) => (await generateText({ model, prompt })).text,
  tool: async (prompt) =>
    (await generateText({ model, prompt, tools: { weather }, stopWhen: isStepCount(3) })).text,
  async *stream(prompt) {
    const problems = [];
    yield* streamText({ model, prompt, onError: ({ error }) => problems.push(error) }).textStream;
    if (problems.length > 0) throw problems[0];
  },
});
