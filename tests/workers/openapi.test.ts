import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { inputCheck } from "#tests/support/input-check.ts";
import { operations } from "#worker/api/app.ts";
import { openApiDocument } from "#worker/api/openapi/document.ts";
import type { Operation } from "#worker/api/openapi/operations.ts";
import { type Belongings, furnish } from "./support/belongings.ts";
import { END_SESSION, provide, SESSIONS } from "./support/provider.ts";
import { call, errorOf, newUser, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();
const all = await operations();
let user: TestUser;
let owned: Belongings;
const session = crypto.randomUUID();

beforeAll(async () => {
  user = await newUser();
  owned = await furnish(api, user);
  await provide(user.userId, { [END_SESSION]: { body: true }, [SESSIONS]: { body: [] } });
});

it("GET /api/openapi.json returns the document without sign-in", async () => {
  const response = await call(api, null, "/api/openapi.json");
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(await response.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument(all))));
});

const idOf = ({ path }: Operation) => {
  if (path.startsWith("/api/keys")) return owned.key.id;
  if (path.startsWith("/api/tokens")) return owned.accessToken.id;
  if (path.startsWith("/api/receipts")) return owned.orderId;
  if (path.startsWith("/api/auto-top-up")) return owned.chargeId;
  if (path.startsWith("/api/notifications")) return owned.notificationId;
  return path.startsWith("/api/usage") ? owned.requestId : session;
};
const ask = (operation: Operation, { body, query = "" }: { body?: unknown; query?: string }) =>
  call(api, user.token, operation.path.replace("{id}", idOf(operation)) + query, {
    method: operation.method.toUpperCase(),
    ...(body === undefined ? {} : { body }),
  });
const ofSession = all
  .filter(({ credential }) => credential === "session")
  .map((operation) => ({ ...operation, id: operation.object.operationId }));
const queryOf = ({ object }: Operation) =>
  object.parameters.flatMap(({ name, in: place }) => (place === "query" ? [name] : []));

describe("a documented path refuses every other method, and names its own:", () => {
  const METHODS = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];
  const paths = new Set(all.map(({ path }) => path).filter((path) => path.startsWith("/api/")));
  const serves = (path: string) => {
    const methods = all
      .filter((other) => new RegExp(`^${other.path.replaceAll("{id}", "[^/]+")}$`).test(path))
      .map(({ method }) => method.toUpperCase());
    return new Set(methods.includes("GET") ? [...methods, "HEAD"] : methods);
  };

  it.each([...paths])("%s", async (path) => {
    const own = serves(path);
    for (const method of METHODS.filter((name) => !own.has(name))) {
      const response = await call(api, user.token, path.replace("{id}", "some"), { method });
      expect([method, response.status]).toEqual([method, 405]);
      expect(new Set(response.headers.get("allow")?.split(", "))).toEqual(own);
      if (method !== "HEAD") expect(await errorOf(response)).toMatchObject({ code: "method_not_allowed" });
    }
  });

  it("other paths are not found with any method", async () => {
    for (const method of METHODS) {
      const { status, headers } = await call(api, user.token, "/api/nothing", { method });
      expect([method, status, headers.get("allow")]).toEqual([method, 404, null]);
    }
  });
});

/** Values sent for each field, one after the other. */
const WRONG = [null, "", "x".repeat(300), -1, {}];

describe("invalid input returns the message of the route's schema", () => {
  const withBody = ofSession.filter(({ body }) => body !== undefined);

  it.each(withBody.map((operation) => [operation.id, operation] as const))(
    "the body of %s",
    async (_id, operation) => {
      const messageFor = inputCheck(api.routes, operation, "json");
      const example = z.record(z.string(), z.unknown()).parse(operation.body?.example);
      const fields = Object.keys(example);
      const bodies = fields.flatMap((field) => WRONG.map((wrong) => ({ ...example, [field]: wrong })));
      for (const body of [{}, ...bodies]) {
        const message = await messageFor?.(body);
        if (message === undefined) continue;
        const response = await ask(operation, { body });
        const { error } = await errorOf(response);
        expect([response.status, error], JSON.stringify(body).slice(0, 80)).toEqual([422, message]);
      }
      expect(messageFor).not.toBeNull();
    },
  );

  const withQuery = ofSession.filter((operation) => queryOf(operation).length > 0);

  it.each(withQuery.map((operation) => [operation.id, operation] as const))(
    "the query of %s",
    async (_id, operation) => {
      const messageFor = inputCheck(api.routes, operation, "query");
      const start = queryOf(operation).includes("range") ? { range: "24h" } : {};
      for (const field of queryOf(operation)) {
        const query = { ...start, [field]: "~".repeat(300) };
        const message = await messageFor?.(query);
        expect(message, field).toBeDefined();
        const response = await ask(operation, { query: `?${new URLSearchParams(query)}` });
        expect([response.status, (await errorOf(response)).error], field).toEqual([422, message]);
      }
    },
  );
});
