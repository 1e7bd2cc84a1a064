import { z } from "zod";

/** A model's text, and the counts that the library shows its user. */
export interface Said {
  text: string;
  tokensIn: number;
  tokensOut: number;
}

export interface Failure {
  status: number | undefined;
  code: string | null | undefined;
  param: string | null | undefined;
  message: string;
}

interface StreamOptions {
  signal?: AbortSignal;
  /** At the first text. */
  onText?: () => void;
}

/** A library as its users write it, for one API. */
export interface Client {
  text: (prompt: string) => Promise<Said>;
  /** Rejects when the stream reports an error. */
  stream: (prompt: string, options?: StreamOptions) => Promise<Said>;
  /** Calls the tool that the model requests, and sends its result. @returns the model's last text. */
  toolLoop: (prompt: string) => Promise<string>;
  structured: (prompt: string) => Promise<unknown>;
  /** A request with a parameter that the gateway does not offer. */
  unsupported: () => Promise<unknown>;
}

export interface Settings {
  /** Of the gateway, without a path. */
  origin: string;
  key: string;
  model: string;
  maxRetries: number;
}

export interface Driver {
  name: string;
  path: string;
  /** The field that `unsupported` sends. */
  unsupportedField: string;
  /** Output tokens that the library counts in streams beyond those that the provider reports at their end. */
  extraOutputOfStreams?: number;
  client: (settings: Settings) => Client;
  failureOf: (error: unknown) => Failure;
}

export const MAX_TOKENS = 3_000;

export const WEATHER = {
  name: "weather",
  description: "The weather in a city.",
  input: z.object({ city: z.string() }),
};
export const weatherIn = ({ city }: { city: string }) => `It rains in ${city}.`;
/** As JSON, for libraries that leave schemas to their users. */
export const WEATHER_SCHEMA = {
  type: "object" as const,
  properties: { city: { type: "string" as const } },
  required: ["city"],
  additionalProperties: false,
};
export const parseWeather = (json: string) => weatherIn(WEATHER.input.parse(JSON.parse(json)));

export const CITY = z.object({ name: z.string(), population: z.number() });

export const required = <Value>(value: Value | null | undefined): Value => {
  if (value === null || value === undefined) throw new Error("The response lacks what it must have.");
  return value;
};

/** Members of an error object as the libraries keep them. */
export const memberOf = (value: unknown, ...names: string[]): unknown =>
  names.reduce<unknown>(
    (inner, name) => (inner instanceof Object ? Reflect.get(inner, name) : undefined),
    value,
  );
const textOr = (value: unknown) => (typeof value === "string" || value === null ? value : undefined);

/** @param details with code and parameter. */
export function failureIn(error: unknown, status: unknown, details: unknown): Failure {
  return {
    status: typeof status === "number" ? status : undefined,
    code: textOr(memberOf(details, "code")),
    param: textOr(memberOf(details, "param")),
    message: error instanceof Error ? error.message : String(error),
  };
}
