import OpenAI from "openai";
import { errorStatusOf } from "./mix.ts";

interface TrafficOptions {
  baseUrl: string;
  key: string;
  model: string;
  count: number;
  /** Concurrent requests. */
  parallel: number;
  /** The provider fails one of this many requests. */
  failEvery: number;
}

interface TrafficResult {
  succeeded: number;
  tokens: number;
  /** How often each error occurred, by status and code. */
  errors: Map<string, number>;
}

/** Sends chat completions, half of them streamed, with OpenAI's client. */
export async function sendRequests(options: TrafficOptions): Promise<TrafficResult> {
  const client = new OpenAI({ baseURL: options.baseUrl, apiKey: options.key, maxRetries: 0 });
  const result: TrafficResult = { succeeded: 0, tokens: 0, errors: new Map() };
  let next = 0;
  const work = async () => {
    while (next < options.count) await sendOne(client, options, result, ++next);
  };
  await Promise.all(Array.from({ length: options.parallel }, work));
  return result;
}

async function sendOne(
  client: OpenAI,
  { model, failEvery }: TrafficOptions,
  result: TrafficResult,
  number: number,
): Promise<void> {
  const status = errorStatusOf(number, failEvery);
  const content = status === null ? `Question ${number}: what does an edge do?` : `/fail ${status}`;
  try {
    const tokens = await (number % 2 === 0 ? chat : streamChat)(client, model, content);
    result.tokens += tokens;
    result.succeeded += 1;
  } catch (error) {
    const name =
      error instanceof OpenAI.APIError ? `${error.status ?? "no response"} ${error.code ?? ""}` : "other";
    result.errors.set(name, (result.errors.get(name) ?? 0) + 1);
  }
}

type Send = (client: OpenAI, model: string, content: string) => Promise<number>;

const chat: Send = async (client, model, content) => {
  const response = await client.chat.completions.create({ model, messages: [{ role: "user", content }] });
  return response.usage?.total_tokens ?? 0;
};

const streamChat: Send = async (client, model, content) => {
  const stream = await client.chat.completions.create({
    model,
    messages: [{ role: "user", content }],
    stream: true,
    stream_options: { include_usage: true },
  });
  let tokens = 0;
  for await (const { usage } of stream) tokens = usage?.total_tokens ?? tokens;
  return tokens;
};
