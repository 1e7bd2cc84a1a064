import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { z } from "zod";

/** The file of each endpoint's fixtures, and the endpoint's path. */
export const FIXTURE_ENDPOINTS = {
  "chat-completions": "/v1/chat/completions",
  completions: "/v1/completions",
  responses: "/v1/responses",
  messages: "/v1/messages",
  "count-tokens": "/v1/messages/count_tokens",
  embeddings: "/v1/embeddings",
  moderations: "/v1/moderations",
} as const;

export type FixtureEndpoint = keyof typeof FIXTURE_ENDPOINTS;

const status = z.int().min(200).max(599);
const fields = z.record(z.string(), z.unknown());
const response = z.union([
  z.strictObject({ status, body: fields }),
  z.strictObject({ status, events: z.array(z.string()).min(1) }),
  z.strictObject({ status, sse: z.string().min(1) }),
]);

const fixture = z.strictObject({ request: fields, response });

export type Fixture = z.infer<typeof fixture>;

const ownFolder = fileURLToPath(new URL("../fixtures/", import.meta.url));

/** The text of an endpoint's files: ours, and that of the folder that `FURTHER_FIXTURES` names. */
function textsOf(endpoint: FixtureEndpoint): string[] {
  const further = `${process.env.FURTHER_FIXTURES ?? ""}/${endpoint}.jsonl`;
  const own = readFileSync(`${ownFolder}/${endpoint}.jsonl`, "utf8");
  return process.env.FURTHER_FIXTURES && existsSync(further) ? [own, readFileSync(further, "utf8")] : [own];
}

/**
 * Reads an endpoint's requests and responses in the order of their files.
 * @throws if a line isn't JSON or not of a fixture's form.
 */
export function fixturesOf(endpoint: FixtureEndpoint): Fixture[] {
  return textsOf(endpoint).flatMap(parsed);
}

const parsed = (text: string): Fixture[] =>
  text
    .trimEnd()
    .split("\n")
    .map((line) => fixture.parse(JSON.parse(line)));

/** @returns the stream as a provider sends it, or null for a response that isn't a stream. */
export function streamOf(response: Fixture["response"]): string | null {
  if ("sse" in response) return response.sse;
  if ("events" in response) return response.events.map(eventOf).join("");
  return null;
}

/** Events whose data has a type (Anthropic, Responses) also carry it as their name. */
function eventOf(data: string): string {
  const type = /^\{\s*"type":\s*"([\w.]+)"/.exec(data)?.[1];
  return `${type === undefined ? "" : `event: ${type}\n`}data: ${data}\n\n`;
}
