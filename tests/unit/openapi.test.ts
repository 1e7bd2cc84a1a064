import { describe, expect, it } from "vitest";
import { z } from "zod";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noGateway } from "#tests/support/no-gateway.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { createApi } from "#worker/api/app.ts";
import { openApiDocument } from "#worker/api/openapi/document.ts";
import { errorsOf } from "#worker/api/openapi/errors.ts";
import { OPERATIONS } from "#worker/api/openapi/operations.ts";

const never = () => {
  throw new Error("No test here asks for it.");
};
const api = createApi({
  openDatabase: never,
  identity: { verifyAccessToken: never },
  directory: noDirectory,
  payments: noPayments,
  metering: noMetering,
  limits: noLimits,
  gateway: noGateway(),
  clock: { now: () => 0 },
  keySecrets: { pepper: new Uint8Array(32), sealing: new Uint8Array(32) },
  appOrigin: "https://latchkey.test",
});
const document = openApiDocument();
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Preflights are the browser's, and the gateway's other paths those of the AI service. */
const routes = () =>
  api.routes
    .filter(({ method }) => method !== "ALL" && method !== "OPTIONS")
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}")}`);

describe("the OpenAPI document", () => {
  it("has every route of the API, and none that it lacks", () => {
    const described = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    const forwarded = ["POST /v1/chat/completions"];
    expect(described.toSorted()).toEqual([...new Set([...routes(), ...forwarded])].toSorted());
  });

  it("gives each operation an id and a title of its own, and a group that is listed", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    const titles = operations.map(({ operation }) => operation.summary);
    expect(new Set(ids).size).toBe(operations.length);
    expect(new Set(titles).size).toBe(operations.length);
    const groups = document.tags.map(({ name }) => name);
    for (const { operation } of operations) expect(groups).toContain(operation.tags[0]);
  });

  it("explains every parameter of a path, and nothing that is not one", () => {
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const explained = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(explained.map(({ name }) => name)).toEqual(named);
    }
  });

  it("refers only to what it holds", () => {
    const text = JSON.stringify(document);
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(text.split('"$ref"').length - 1).toBe(referred.length);
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...new Set(referred)]));
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { operation } of operations)
      for (const needed of operation.security) expect(schemes).toContain(Object.keys(needed)[0]);
  });

  it("survives JSON, and says which version of the specification it keeps to", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
  });
});

describe.each(OPERATIONS)("$method $path", (operation) => {
  const { answer, body } = operation;
  const responses: Record<string, unknown> =
    document.paths[operation.path]?.[operation.method]?.responses ?? {};

  it("has examples that its schemas accept", () => {
    if (body) expect(z.safeParse(body.schema, body.example).error).toBeUndefined();
    const published =
      "schema" in answer ? z.toJSONSchema(answer.schema, { unrepresentable: "any" }) : { type: "string" };
    const strict = z.fromJSONSchema(published as z.core.JSONSchema.JSONSchema);
    expect(strict.safeParse(answer.example).error).toBeUndefined();
  });

  it("says how it answers, and each way in which it may fail", () => {
    expect(Object.keys(responses)).toContain(String(answer.status));
    for (const { status, code } of errorsOf(operation))
      expect(JSON.stringify(responses[status]), code).toContain(code);
    expect(Object.keys(responses).length).toBeGreaterThan(1);
  });
});
