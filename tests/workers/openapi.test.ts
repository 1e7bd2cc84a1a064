import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { openApiDocument } from "#worker/api/openapi/document.ts";
import type { Operation } from "#worker/api/openapi/operation.ts";
import { OPERATIONS } from "#worker/api/openapi/operations.ts";
import { type Belongings, furnish } from "./support/belongings.ts";
import { END_SESSION, provide, SESSIONS } from "./support/provider.ts";
import { call, errorOf, newUser, type TestUser, testApi } from "./support/test-api.ts";

const api = testApi();
let user: TestUser;
let owned: Belongings;
const session = crypto.randomUUID();

beforeAll(async () => {
  user = await newUser();
  owned = await furnish(api, user);
  await provide(user.userId, { [END_SESSION]: { body: true }, [SESSIONS]: { body: [] } });
});

it("GET /api/openapi.json answers the document, without sign-in", async () => {
  const answer = await call(api, null, "/api/openapi.json");
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/json"]);
  expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(openApiDocument())));
});

const idOf = ({ path }: Operation) => {
  if (path.startsWith("/api/keys")) return owned.key.id;
  if (path.startsWith("/api/receipts")) return owned.orderId;
  if (path.startsWith("/api/notifications")) return owned.notificationId;
  return path.startsWith("/api/usage") ? owned.requestId : session;
};
const ask = (operation: Operation, { body, query = "" }: { body?: unknown; query?: string }) =>
  call(api, user.token, operation.path.replace("{id}", idOf(operation)) + query, {
    method: operation.method.toUpperCase(),
    ...(body === undefined ? {} : { body }),
  });
const ofSession = OPERATIONS.filter(({ credential }) => credential === "session");

/** Answered by a provider, or for good. */
const ELSEWHERE = ["createPaymentLink", "inviteUser", "closeAccount"];
const answered = ofSession.filter(({ id }) => !ELSEWHERE.includes(id));

describe("an answer has exactly the fields that the document says", () => {
  it.each(answered.map((operation) => [operation.id, operation] as const))("%s", async (_id, operation) => {
    const range = operation.query && "range" in operation.query.shape ? "?range=24h" : "";
    const example =
      operation.id === "completePayment" ? { session_id: owned.sessionId } : operation.body?.example;
    const answer = await ask(operation, { body: example, query: range });
    expect(answer.status).toBe(operation.answer.status);
    if (!("schema" in operation.answer)) {
      expect(answer.headers.get("content-type")).toContain("text/csv");
      expect((await answer.text()).split("\r\n")[0]).toBe(operation.answer.example);
      return;
    }
    const published = z.toJSONSchema(operation.answer.schema, { unrepresentable: "any" });
    const strict = z.fromJSONSchema(published as z.core.JSONSchema.JSONSchema);
    expect(strict.safeParse(await answer.json()).error).toBeUndefined();
  });
});

/** What is sent in the place of each field, one after the other. */
const WRONG = [null, "", "x".repeat(300), -1, 1e300, {}, ["x"]];

describe("an input is refused for what the document's schema refuses, in its words", () => {
  const withBody = ofSession.flatMap(({ body, ...operation }) => (body ? [{ ...operation, body }] : []));

  it.each(withBody.map((operation) => [operation.id, operation] as const))(
    "the body of %s",
    async (_id, operation) => {
      const { schema, example } = operation.body;
      const fields = Object.keys(example);
      const bodies = fields.flatMap((field) => WRONG.map((wrong) => ({ ...example, [field]: wrong })));
      for (const body of [{}, ...bodies]) {
        const issue = z.safeParse(schema, body).error?.issues[0];
        if (!issue) continue;
        const answer = await ask(operation, { body });
        const { error } = await errorOf(answer);
        expect([answer.status, error], JSON.stringify(body).slice(0, 80)).toEqual([422, issue.message]);
      }
    },
  );

  const withQuery = ofSession.flatMap(({ query, ...operation }) => (query ? [{ ...operation, query }] : []));

  it.each(withQuery.map((operation) => [operation.id, operation] as const))(
    "the query of %s",
    async (_id, operation) => {
      const start = "range" in operation.query.shape ? { range: "24h" } : {};
      for (const field of Object.keys(operation.query.shape)) {
        const query = { ...start, [field]: "~".repeat(300) };
        const issue = operation.query.safeParse(query).error?.issues[0];
        expect(issue, field).toBeDefined();
        const answer = await ask(operation, { query: `?${new URLSearchParams(query)}` });
        expect([answer.status, (await errorOf(answer)).error], field).toEqual([422, issue?.message]);
      }
    },
  );
});
