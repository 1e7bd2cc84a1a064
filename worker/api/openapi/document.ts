import { z } from "zod";
import { errorBody } from "#core/contract/errors.ts";
import { GROUPS } from "./describe.ts";
import type { Operation, OperationObject } from "./operations.ts";

const gatewayErrorBody = z.object({
  error: z.object({
    message: z.string().describe("What went wrong, in words"),
    type: z.string(),
    code: z.string().describe("For programs; doesn't change"),
    param: z.string().nullable().describe("The invalid field"),
  }),
});

const SECURITY_SCHEMES = {
  accessToken: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "lkp_…",
    description:
      "A personal access token, which you create under Settings. An operation lists the scope that the token needs.",
  },
  session: {
    type: "http",
    scheme: "bearer",
    bearerFormat: "JWT",
    description: "The session of a person who is signed in to the dashboard. Programs use an access token.",
  },
  apiKey: { type: "http", scheme: "bearer", description: "An API key." },
  operatorToken: {
    type: "http",
    scheme: "bearer",
    description: "A token that the operator of the service has configured.",
  },
  signature: { type: "apiKey", in: "header", name: "Stripe-Signature" },
};

/** The operations as an OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1.html). */
export function openApiDocument(operations: readonly Operation[]) {
  const paths: Record<string, Record<string, OperationObject>> = {};
  for (const { path, method, object } of operations) paths[path] = { ...paths[path], [method]: object };
  return {
    openapi: "3.1.0",
    info: {
      title: "Latchkey API",
      version: "1",
      description: "Everything the dashboard does, and the gateway for API keys.",
      license: { name: "Terms and conditions", url: "/terms" },
    },
    servers: [{ url: "/" }],
    tags: Object.entries(GROUPS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      securitySchemes: SECURITY_SCHEMES,
      schemas: { Error: schemaOf(errorBody), GatewayError: schemaOf(gatewayErrorBody) },
    },
  };
}

function schemaOf(schema: z.ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema);
  return rest;
}
