import { describeRoute, resolver } from "hono-openapi";
import type { z } from "zod";
import type { ApiErrorCode } from "#worker/error-table.ts";

/** The document's tags, in the order of the reference. */
export const GROUPS = {
  "API keys": "Create, change and revoke your API keys.",
  Usage: "Requests made with your keys: their endpoints, response times and costs.",
  Playground: "Requests from the dashboard's Playground, which never holds an API key.",
  "Balance and payments": "Your balance, its transactions, and payments.",
  Account: "Invitations, sessions, the audit log and notifications.",
  Gateway:
    "These operations take an API key and follow the format of the OpenAI or the Anthropic API, errors included. The [headers](/documentation/api-usage#response-headers) of a response say what it cost and whether the plan or the balance paid.",
  Service: "Operations on the service itself, which need no session.",
} as const;
export type Group = keyof typeof GROUPS;

/** The condition for each error. */
export type Reasons = Partial<Record<ApiErrorCode, string>>;

interface JsonResponse {
  status?: 200 | 201 | 202;
  schema: z.ZodType;
  example: unknown;
}
/** A CSV file; `csv` is its first line. */
interface FileResponse {
  csv: string;
}
/** A text; `text` is one of its lines. */
interface TextResponse {
  text: string;
}
/** A recording or an archive. */
interface BinaryResponse {
  file: "audio/mpeg" | "application/zip";
}

interface Description {
  /** The `operationId`. */
  id: string;
  group: Group;
  /** A few words, unique among all summaries. */
  summary: string;
  /** Sentences in Markdown. */
  description: string;
  /** The parameters of the path. */
  parameters?: Record<string, { description: string; example: string }>;
  /** JSON unless it is a form. `schema` only without a `jsonBody`, which adds its own. */
  body?: { schema?: z.ZodType; example: object; form?: true };
  response: JsonResponse | FileResponse | TextResponse | BinaryResponse;
  /** Errors beyond those that the route's access and its input imply. */
  errors?: Reasons;
}

/** An extension field with the facts that error responses are made from. It is not part of the document. */
export const ABOUT = "x-latchkey";
export interface About {
  bodyExample: object | undefined;
  errors: Reasons;
}

/**
 * Describes a route. Put it before `jsonBody` or `queryString`, which add the schema of the input.
 * Schemas are converted when the document is generated.
 */
export function describe(route: Description) {
  const { id, group, body, errors = {} } = route;
  const about: About = { bodyExample: body?.example, errors };
  const spec = {
    operationId: id,
    tags: [group],
    summary: route.summary,
    description: route.description,
    parameters: Object.entries(route.parameters ?? {}).map(pathParameter),
    ...(body?.schema && {
      requestBody: { required: true, content: (body.form ? form : json)({ schema: resolver(body.schema) }) },
    }),
    responses: success(route.response),
    [ABOUT]: about,
  };
  return describeRoute(spec);
}

const pathParameter = ([name, explained]: [string, { description: string; example: string }]) => ({
  name,
  in: "path",
  required: true,
  ...explained,
  schema: { type: "string" as const },
});

const json = <Content>(content: Content) => ({ "application/json": content });
const form = <Content>(content: Content) => ({ "multipart/form-data": content });

/** Without it, a schema is converted as input. */
const AS_OUTPUT = { options: { io: "output" } };

function success(response: Description["response"]) {
  const description = "Success.";
  if ("file" in response) {
    const content = {
      [response.file]: { schema: { type: "string" as const, format: "binary" }, example: "" },
    };
    return { 200: { description, content } };
  }
  if ("csv" in response) {
    const content = { "text/csv": { schema: { type: "string" as const }, example: response.csv } };
    return { 200: { description, content } };
  }
  if ("text" in response) {
    const content = { "text/plain": { schema: { type: "string" as const }, example: response.text } };
    return { 200: { description, content } };
  }
  const { status = 200, schema, example } = response;
  return { [status]: { description, content: json({ schema: resolver(schema, AS_OUTPUT), example }) } };
}
