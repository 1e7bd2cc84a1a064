import { describe, expect, it } from "vitest";
import { z } from "zod";
import { inputCheck } from "#tests/support/input-check.ts";
import { noDirectory } from "#tests/support/no-directory.ts";
import { noGateway } from "#tests/support/no-gateway.ts";
import { noLimits } from "#tests/support/no-limits.ts";
import { noMetering } from "#tests/support/no-metering.ts";
import { noPayments } from "#tests/support/no-payments.ts";
import { isForOperators } from "#tests/support/operator-paths.ts";
import { ALIASES, createApi, operations as describedOperations } from "#worker/api/app.ts";
import { openApiDocument } from "#worker/api/openapi/document.ts";
import { createGatewayApp } from "#worker/gateway/app.ts";

const never = () => {
  throw new Error("No test here requests it.");
};
const shared = {
  openDatabase: never,
  metering: noMetering,
  limits: noLimits,
  clock: { now: () => 0 },
  keySecrets: { pepper: new Uint8Array(32), sealing: new Uint8Array(32) },
};
const gateway = createGatewayApp({ ...shared, gateway: noGateway() });
const api = createApi({
  ...shared,
  identity: { verifyAccessToken: never },
  directory: noDirectory,
  payments: noPayments,
  appOrigin: "https://latchkey.test",
});
const described = await describedOperations();
const document = openApiDocument(described);
const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
);

/** Preflights are the browser's, the operator's desk is not public, and the gateway's other paths are the upstream provider's. */
const routes = () =>
  [...api.routes, ...gateway.routes]
    .filter(({ method, path }) => !["ALL", "OPTIONS"].includes(method) && !isForOperators(path))
    .map(({ method, path }) => `${method} ${path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}")}`);

/** Endpoints of the upstream provider, which have no routes of their own. */
const FORWARDED = [
  "chat/completions",
  "completions",
  "responses",
  "messages",
  "messages/count_tokens",
  "embeddings",
  "rerank",
  "images/generations",
  "images/edits",
  "audio/speech",
  "audio/transcriptions",
  "audio/translations",
  "moderations",
];

/** Required properties that their schema doesn't declare, by path. */
function undeclared(value: unknown, path = ""): string[] {
  if (typeof value !== "object" || value === null) return [];
  const { required, properties = {} }: { required?: unknown; properties?: object } = value;
  const missing = Array.isArray(required) ? required.filter((name) => !Object.hasOwn(properties, name)) : [];
  const below = Object.entries(value).flatMap(([name, part]) => undeclared(part, `${path}/${name}`));
  return [...missing.map((name) => `${path}/${name}`), ...below];
}

describe("the OpenAPI document", () => {
  it("has every route of the API once, and no others", () => {
    const paths = operations.map(({ path, method }) => `${method.toUpperCase()} ${path}`);
    const forwarded = FORWARDED.map((path) => `POST /v1/${path}`);
    const aliases = ALIASES.map((path) => `GET ${path}`);
    const expected = [...routes(), ...forwarded, "GET /v1/key"].filter((route) => !aliases.includes(route));
    expect(paths.toSorted()).toEqual([...new Set(expected)].toSorted());
    expect(routes()).toEqual(expect.arrayContaining(aliases));
  });

  it("names each alias in the description of one operation", () => {
    for (const alias of ALIASES) {
      const naming = operations.filter(({ operation }) =>
        operation.description.includes(`available at \`${alias}\`.`),
      );
      expect(naming, alias).toHaveLength(1);
    }
  });

  it("gives each operation its own ID and title, and a listed group", () => {
    const ids = operations.map(({ operation }) => operation.operationId);
    const titles = operations.map(({ operation }) => operation.summary);
    expect(new Set(ids).size).toBe(operations.length);
    expect(new Set(titles).size).toBe(operations.length);
    const groups = document.tags.map(({ name }) => name);
    for (const { operation } of operations) expect(groups).toContain(operation.tags[0]);
  });

  it("explains every path parameter, and nothing else", () => {
    for (const { path, operation } of operations) {
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const explained = operation.parameters.filter((parameter) => parameter.in === "path");
      expect(explained.map(({ name }) => name)).toEqual(named);
      for (const { description, example } of explained)
        expect([description, example]).not.toContain(undefined);
    }
  });

  it("refers only to its own contents", () => {
    const text = JSON.stringify(document);
    expect(text).not.toContain('"x-');
    const referred = [...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(text.split('"$ref"').length - 1).toBe(referred.length);
    expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining([...new Set(referred)]));
    const schemes = Object.keys(document.components.securitySchemes);
    for (const { operation } of operations)
      for (const needed of operation.security) expect(schemes).toContain(Object.keys(needed)[0]);
  });

  it("declares every property that it requires", () => {
    expect(undeclared(document)).toEqual([]);
  });

  it("lists the errors of a body for every operation of the API whose body is measured", () => {
    for (const { method, path, operation } of operations) {
      const measured = path.startsWith("/api/") && method !== "get";
      if (measured) expect(operation.responses[413]?.description, path).toContain("payload_too_large");
      if (measured && operation.requestBody) expect(operation.responses[400], path).toBeDefined();
    }
  });

  it("survives JSON, and names the version of the specification it follows", () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect(document.openapi).toMatch(/^3\.1\.\d$/);
  });
});

/** They need none: one stands in for it, the other can be undone. */
const WITHOUT_FACTOR = ["useRecoveryCode", "stopKeys", "endAllSessions"];

describe("every operation", () => {
  it("has examples that its schemas accept", async () => {
    for (const operation of described) {
      const { success, body } = operation;
      for (const { schema, example } of body ? [body, success] : [success]) {
        const strict = z.fromJSONSchema(schema as z.core.JSONSchema.JSONSchema);
        expect(strict.safeParse(example).error, operation.object.operationId).toBeUndefined();
      }
      expect(await inputCheck(api.routes, operation, "json")?.(body?.example)).toBeUndefined();
    }
  });

  it("describes its response, and each way it may fail", () => {
    for (const { success, object, ownErrors } of described) {
      expect(object.responses[success.status], object.operationId).toBeDefined();
      for (const { status, code } of ownErrors)
        expect(JSON.stringify(object.responses[status]), code).toContain(code);
      expect(object.responses[500]?.description).toContain("internal_error");
    }
  });

  it("says so when it needs a second factor", () => {
    for (const { credential, object } of described) {
      const needs = credential === "session" && !WITHOUT_FACTOR.includes(object.operationId);
      const said = JSON.stringify(object.responses[403] ?? "").includes("second_factor_required");
      expect(said, object.operationId).toBe(needs);
    }
  });
});
