import type { Env, Hono } from "hono";
import type { Schema } from "hono/types";
import { generateSpecs } from "hono-openapi";
import type { TokenScope } from "#core/domain/access-token.ts";
import { accessOf } from "../access.ts";
import { ABOUT, type About, GROUPS, type Group } from "./describe.ts";
import { type Credential, credentialOf, type DescribedError, errorsOf, ownErrorsOf } from "./errors.ts";
import { gatewayDescriptions } from "./gateway.ts";
import { mediaDescriptions } from "./gateway-media.ts";

/** The subset of JSON Schema that our schemas use. */
export interface JsonSchema {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxItems?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | boolean;
  anyOf?: JsonSchema[];
}

export interface Parameter {
  name: string;
  in: "path" | "query";
  required?: boolean;
  description?: string;
  example?: string;
  schema: JsonSchema;
}

interface MediaType {
  schema: JsonSchema;
  example?: unknown;
}
type Content = Partial<Record<keyof typeof FORMATS | "multipart/form-data", MediaType>>;

/** An operation object of OpenAPI. */
export interface OperationObject {
  operationId: string;
  tags: [Group];
  summary: string;
  description: string;
  security: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Content };
  responses: Record<string, { description: string; content: Content }>;
}

/** An operation of the document, with the parts that its users need most. */
export interface Operation {
  method: string;
  /** Below the origin, with `{name}` for each parameter. */
  path: string;
  credential: Credential;
  /** The scope that an access token needs; null for an operation that refuses access tokens. */
  scope: TokenScope | null;
  body: MediaType | undefined;
  /** The body is a form; its example names a file for each part that is one. */
  isForm: boolean;
  success: MediaType & { status: number; format: ResponseFormat };
  /** The errors that only this operation can return. */
  ownErrors: DescribedError[];
  object: OperationObject;
}

/** Of a successful response, by its media type. */
const FORMATS = {
  "application/json": "json",
  "text/csv": "csv",
  "text/plain": "text",
  "audio/mpeg": "recording",
  "application/zip": "archive",
} as const;
type ResponseFormat = (typeof FORMATS)[keyof typeof FORMATS];

const OPTIONS = { excludeStaticFile: false, defaultValidationErrorResponse: false };
const GROUP_NAMES = Object.keys(GROUPS);

/** The operations of `routes`, without those at `aliases`, and of the gateway: by group, then in the order of the routes. */
export async function operationsOf<E extends Env, S extends Schema, Path extends string>(
  routes: Hono<E, S, Path>,
  aliases: string[],
): Promise<Operation[]> {
  const specs = [
    await generateSpecs(routes, { ...OPTIONS, exclude: aliases }),
    await generateSpecs(gatewayDescriptions, OPTIONS),
    await generateSpecs(mediaDescriptions, OPTIONS),
  ];
  return specs
    .flatMap(({ paths }) => Object.entries(paths))
    .flatMap(([path, methods]) =>
      // `describe`, `jsonBody` and `queryString` made all of them.
      Object.entries(methods as unknown as Record<string, Described>).map(([method, described]) =>
        operationOf(method, path, described),
      ),
    )
    .toSorted((one, other) => rankOf(one) - rankOf(other));
}

type Described = Omit<OperationObject, "security"> & { [ABOUT]: About };

const SECURITY: Record<Credential, Record<string, string[]>[]> = {
  session: [{ session: [] }],
  key: [{ apiKey: [] }],
  signature: [{ signature: [] }],
  monitor: [{ operatorToken: [] }],
  none: [],
};

const rankOf = ({ object }: Operation) => GROUP_NAMES.indexOf(object.tags[0]);

function operationOf(method: string, path: string, { [ABOUT]: about, ...object }: Described): Operation {
  const { parameters, requestBody, responses } = object;
  const form = requestBody?.content["multipart/form-data"];
  const body = form ?? requestBody?.content["application/json"];
  if (body) body.example = about.bodyExample;
  const query = parameters.some((parameter) => parameter.in === "query");
  const access = accessOf(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ":$1"));
  const [credential, scope] = [credentialOf(access), access?.scope ?? null];
  const errors = errorsOf({ ...about, method, query, body: body !== undefined, access });
  return {
    method,
    path,
    credential,
    scope,
    body,
    isForm: form !== undefined,
    success: successOf(responses),
    ownErrors: ownErrorsOf(about, credential),
    object: {
      ...object,
      security: [...(scope === null ? [] : [{ accessToken: [scope] }]), ...SECURITY[credential]],
      responses: { ...responses, ...failures(errors, credential) },
    },
  };
}

/** @throws Error for responses that `describe` did not make. */
function successOf(responses: OperationObject["responses"]): Operation["success"] {
  for (const [status, { content }] of Object.entries(responses)) {
    for (const [type, format] of Object.entries(FORMATS)) {
      const media = content[type as keyof typeof FORMATS];
      if (media) return { ...media, status: Number(status), format };
    }
  }
  throw new Error("An operation has no response.");
}

/** One response per status, which lists its error codes. */
function failures(errors: DescribedError[], credential: Credential): OperationObject["responses"] {
  const name = credential === "key" ? "GatewayError" : "Error";
  const content = { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
  const byStatus: OperationObject["responses"] = {};
  for (const { status, code, when } of errors) {
    const before = byStatus[status];
    const line = `\`${code}\`: ${when}.`;
    byStatus[status] = { description: before ? `${before.description} ${line}` : line, content };
  }
  return byStatus;
}
