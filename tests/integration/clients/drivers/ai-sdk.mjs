import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { trialsOf } from "./ai-trials.mjs";

const chat = ({ baseURL, apiKey, model }) =>
  trialsOf(createOpenAICompatible({ name: "latchkey", baseURL, apiKey, includeUsage: true })(model));

export default { chat };
