import { createOpenRouter } from "@openrouter/ai-sdk-provider";
import { trialsOf } from "./ai-trials.mjs";

const settingOf =
  (options) =>
  ({ baseURL, apiKey, model }) =>
    trialsOf(createOpenRouter({ baseURL, apiKey })(model, options));

export default { chat: settingOf({}), "usage: include": settingOf({ usage: { include: true } }) };
