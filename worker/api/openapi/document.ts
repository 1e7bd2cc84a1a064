import { z } from "zod";
import { errorBody } from "#core/contract/errors.ts";
import { errorsOf } from "./errors.ts";
import { type Credential, GROUPS, type Operation } from "./operation.ts";
import { OPERATIONS } from "./operations.ts";
import { parametersOf } from "./parameters.ts";
import { inputSchema, outputSchema } from "./schemas.ts";

const gatewayErrorBody = z.object({
  error: z.object({
    message: z.string().describe("A sentence for people"),
    type: z.string(),
    code: z.string().describe("For programs; it does not change"),
    param: z.string().nullable().describe("The field at fault"),
  }),
});

const SECURITY: Record<Credential, object[]> = {
  session: [{ session: [] }],
  key: [{ apiKey: [] }],
  signature: [{ signature: [] }],
  none: [],
};

const SECURITY_SCHEMES = {
  session: { type: "http", scheme: "bearer", bearerFormat: "JWT", description: "A session's access token." },
  apiKey: { type: "http", scheme: "bearer", description: "An API key." },
  signature: { type: "apiKey", in: "header", name: "Stripe-Signature" },
};

/** The api worker's routes as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html). */
export function openApiDocument() {
  return {
    openapi: "3.1.0",
    info: {
      title: "Latchkey API",
      version: "1",
      description: "Everything that the dashboard does, and the gateway that API keys are for.",
    },
    servers: [{ url: "/" }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths: pathsOf(OPERATIONS),
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Error: outputSchema(errorBody), GatewayError: outputSchema(gatewayErrorBody) },
    },
  };
}

function pathsOf(operations: readonly Operation[]) {
  const paths: Record<string, Record<string, ReturnType<typeof described>>> = {};
  for (const operation of operations) {
    const methods = paths[operation.path] ?? {};
    methods[operation.method] = described(operation);
    paths[operation.path] = methods;
  }
  return paths;
}

const described = (operation: Operation) => ({
  operationId: operation.id,
  tags: [operation.group],
  summary: operation.summary,
  description: operation.description,
  security: SECURITY[operation.credential],
  parameters: parametersOf(operation),
  ...(operation.body && {
    requestBody: {
      required: true,
      content: json(inputSchema(operation.body.schema), operation.body.example),
    },
  }),
  responses: { [operation.answer.status]: success(operation), ...failures(operation) },
});

function success({ answer }: Operation) {
  const content =
    "schema" in answer
      ? json(outputSchema(answer.schema), answer.example)
      : { "text/csv": { schema: { type: "string" }, example: answer.example } };
  return { description: "What was asked for.", content };
}

const json = (schema: object, example: unknown) => ({ "application/json": { schema, example } });

/** One answer for each status, which names the codes it may have. */
function failures(operation: Operation) {
  const name = operation.credential === "key" ? "GatewayError" : "Error";
  const content = { "application/json": { schema: { $ref: `#/components/schemas/${name}` } } };
  const byStatus: Record<string, { description: string; content: typeof content }> = {};
  for (const { status, code, when } of errorsOf(operation)) {
    const before = byStatus[status];
    const line = `\`${code}\`: ${when}.`;
    byStatus[status] = { description: before ? `${before.description} ${line}` : line, content };
  }
  return byStatus;
}
