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

const licence = z.enum(["MIT", "Apache-2.0", "Apache-2.0 OR BSD-3-Clause"]);
const packageSource = z.strictObject({
  package: z.string().regex(/^(?:@[\w.-]+\/)?[\w.-]+$/),
  version: z.string().regex(/^\d+\.\d+\.\d+$/),
  path: z.string().min(1),
  licence,
  responsePath: z.string().min(1).optional(),
});
const repositorySource = z.strictObject({
  repository: z.string().regex(/^[\w.-]+\/[\w.-]+$/),
  path: z.string().min(1),
  licence,
  commit: z.hash("sha1").optional(),
});

const status = z.int().min(200).max(599);
const fields = z.record(z.string(), z.unknown());
const response = z.union([
  z.strictObject({ status, body: fields }),
  z.strictObject({ status, events: z.array(z.string()).min(1) }),
  z.strictObject({ status, sse: z.string().min(1) }),
]);

const fixture = z
  .strictObject({
    source: z.union([packageSource, repositorySource, z.literal("derived")]),
    name: z.string().min(1),
    request: fields.nullable(),
    response: response.nullable(),
    shortened: z.literal(true).optional(),
    derived: z.literal(true).optional(),
  })
  .refine((it) => it.request !== null || it.response !== null, "A fixture has a request or a response.")
  .refine((it) => (it.source === "derived") === (it.derived === true), "A derived fixture says so.");

export type Fixture = z.infer<typeof fixture>;
type FixtureResponse = z.infer<typeof response>;

const ownFolder = fileURLToPath(new URL("../fixtures/", import.meta.url));

/** The text of an endpoint's files: ours, and that of the folder that `PUBLISHED_FIXTURES` names. */
function textsOf(endpoint: FixtureEndpoint): string[] {
  const further = `${process.env.PUBLISHED_FIXTURES ?? ""}/${endpoint}.jsonl`;
  const own = readFileSync(`${ownFolder}/${endpoint}.jsonl`, "utf8");
  return process.env.PUBLISHED_FIXTURES && existsSync(further) ? [own, readFileSync(further, "utf8")] : [own];
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

/** Fixtures that others published, in a package or a repository. */
export const isPublished = ({ source }: Pick<Fixture, "source">): boolean => source !== "derived";

/** The package or repository of a fixture, or "derived". */
export function originOf({ source }: Pick<Fixture, "source">): string {
  if (source === "derived") return source;
  return "package" in source ? source.package : source.repository;
}

/** @returns the stream as a provider sends it, or null for a response that isn't a stream. */
export function streamOf(response: FixtureResponse): string | null {
  if ("sse" in response) return response.sse;
  if ("events" in response) return response.events.map(eventOf).join("");
  return null;
}

/** Events whose data has a type (Anthropic, Responses) also carry it as their name. */
function eventOf(data: string): string {
  const type = /^\{\s*"type":\s*"([\w.]+)"/.exec(data)?.[1];
  return `${type === undefined ? "" : `event: ${type}\n`}data: ${data}\n\n`;
}
