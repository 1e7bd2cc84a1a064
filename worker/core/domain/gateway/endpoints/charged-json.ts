import type { Endpoint } from "../endpoint.ts";
import { ChatStreamReader } from "./chat-reading.ts";
import { withUsageCost } from "./with-cost.ts";

/** Parts of the endpoints that take JSON and respond with JSON or a stream, as OpenAI's chat completions do. */
export const CHARGED_JSON = {
  errorForm: "openai",
  free: false,
  form: null,
  responds: "json",
  createStreamReader: () => new ChatStreamReader(),
  withCost: withUsageCost,
} as const satisfies Partial<Endpoint>;
