import { expect, test } from "vitest";
import { apiErrorOf } from "#app/lib/api-error.ts";

test("an error answer becomes its sentence, code, field and request id", async () => {
  const body = { error: "The name must be text.", code: "invalid_name", request_id: "req_1", field: "name" };
  expect(await apiErrorOf(Response.json(body, { status: 422 }))).toMatchObject({
    message: "The name must be text.",
    status: 422,
    code: "invalid_name",
    field: "name",
    requestId: "req_1",
  });
});

test("an answer that is not the API's own shows its status and nothing of its body", async () => {
  const answer = new Response("<h1>Bad gateway at 10.0.0.3</h1>", {
    status: 502,
    headers: { "x-request-id": "req_2" },
  });
  expect(await apiErrorOf(answer)).toMatchObject({
    message: "The server answered with status 502.",
    code: "unexpected_answer",
    requestId: "req_2",
  });
});
