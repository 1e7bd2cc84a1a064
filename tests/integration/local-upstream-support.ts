import OpenAI from "openai";
import { freePorts } from "#scripts/local/free-port.ts";
import { startUpstream } from "#scripts/local/upstream/index.ts";

const KEY = "sk-demo-test";

type Fields = Record<string, unknown>;

export interface TestEvent {
  name: string | undefined;
  /** The event's JSON, or its text where that is no JSON. */
  data: unknown;
}

export type TestUpstream = Awaited<ReturnType<typeof startTestUpstream>>;

/** The demo provider, without pauses between tokens. */
export async function startTestUpstream() {
  const [port = 0] = await freePorts(1);
  const upstream = await startUpstream({ port, apiKey: KEY, tokenMs: 0 });
  const send = (path: string, init: RequestInit & { headers?: Record<string, string> } = {}) =>
    fetch(`${upstream.url}/v1${path}`, {
      ...init,
      headers: { authorization: `Bearer ${KEY}`, "anthropic-version": "2023-06-01", ...init.headers },
    });
  const post = (path: string, body: Fields, signal?: AbortSignal) =>
    send(path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      ...(signal && { signal }),
    });
  return {
    stop: upstream.stop,
    url: upstream.url,
    openai: new OpenAI({ apiKey: KEY, baseURL: `${upstream.url}/v1`, maxRetries: 0 }),
    send,
    post,
    json: async (path: string, body: Fields): Promise<unknown> => (await post(path, body)).json(),
    events: async (path: string, body: Fields) =>
      eventsIn(await (await post(path, { ...body, stream: true })).text()),
  };
}

export const eventsIn = (text: string): TestEvent[] =>
  text
    .split("\n\n")
    .filter((event) => event !== "")
    .map((event) => ({ name: /^event: (.*)$/m.exec(event)?.[1], data: parsed(fieldOf(event)) }));

const fieldOf = (event: string) => /^data: (.*)$/ms.exec(event)?.[1] ?? "";

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** The value at a path such as `choices.0.delta.content`. */
export const at = (value: unknown, path: string): unknown =>
  path
    .split(".")
    .reduce<unknown>(
      (inside, step) =>
        typeof inside === "object" && inside !== null ? Reflect.get(inside, step) : undefined,
      value,
    );

interface Api {
  name: string;
  path: string;
  body: (text: string) => Fields;
  /** The texts that a stream's events carry, and the usage that they report. */
  delta?: string;
  output?: string;
}

const chat = (content: string) => ({ model: "demo-small", messages: [{ role: "user", content }] });

/** Endpoints with streams. */
export const STREAMING: (Api & Required<Pick<Api, "delta" | "output">>)[] = [
  {
    name: "chat",
    path: "/chat/completions",
    delta: "choices.0.delta.content",
    output: "usage.completion_tokens",
    body: (text) => ({ ...chat(text), max_tokens: 50, stream_options: { include_usage: true } }),
  },
  {
    name: "completions",
    path: "/completions",
    delta: "choices.0.text",
    output: "usage.completion_tokens",
    body: (prompt) => ({
      model: "demo-small",
      prompt,
      max_tokens: 50,
      stream_options: { include_usage: true },
    }),
  },
  {
    name: "responses",
    path: "/responses",
    delta: "delta",
    output: "response.usage.output_tokens",
    body: (input) => ({ model: "demo-small", input, max_output_tokens: 50 }),
  },
  {
    name: "messages",
    path: "/messages",
    delta: "delta.text",
    output: "usage.output_tokens",
    body: (text) => ({ ...chat(text), max_tokens: 50 }),
  },
];

/** All endpoints that accept JSON. */
export const APIS: Api[] = [
  ...STREAMING,
  { name: "token count", path: "/messages/count_tokens", body: chat },
  { name: "embeddings", path: "/embeddings", body: (input) => ({ model: "demo-embedding", input }) },
  { name: "moderations", path: "/moderations", body: (input) => ({ input }) },
];

/** The text of a stream. */
export const textIn = (events: TestEvent[], delta: string): string =>
  events
    .map(({ data }) => at(data, delta))
    .filter((text) => typeof text === "string")
    .join("");
