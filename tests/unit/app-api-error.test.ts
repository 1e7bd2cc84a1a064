import { expect, test } from "vitest";
import { apiErrorOf } from "#app/lib/api-error.ts";

test("an error response becomes its message, code, field and request ID", async () => {
  const body = { error: "The name must be text.", code: "invalid_name", request_id: "req_1", field: "name" };
  expect(await apiErrorOf(Response.json(body, { status: 422 }))).toMatchObject({
    message: "The name must be text.",
    status: 422,
    code: "invalid_name",
    field: "name",
    requestId: "req_1",
  });
});

test("a response that is not the API's own shows its status and nothing of its body", async () => {
  const response = new Response("<h1>Bad gateway at 10.0.0.3</h1>", {
    status: 502,
    headers: { "x-request-id": "req_2" },
  });
  expect(await apiErrorOf(response)).toMatchObject({
    message: "The server responded with status 502.",
    code: "unexpected_response",
    requestId: "req_2",
  });
});
