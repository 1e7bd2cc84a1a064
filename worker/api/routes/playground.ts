import { Hono } from "hono";
import { estimateRequest, playgroundGrant, requestEstimate } from "#core/contract/playground.ts";
import { estimateRequest as estimate } from "#core/services/playground/estimate-request.ts";
import { createGrant } from "#core/services/playground/grants.ts";
import type { SignedInEnv } from "../api-env.ts";
import { withSession } from "../middleware/access-token.ts";
import { describe } from "../openapi/describe.ts";
import { AT, KEY_ID } from "../openapi/examples.ts";
import { jsonBody } from "../validation.ts";

const group = "Playground";

export const playgroundRoutes = new Hono<SignedInEnv>()
  .post(
    "/grant",
    describe({
      id: "createPlaygroundGrant",
      group,
      summary: "Get a grant for the Playground",
      description:
        "A grant stands in for an API key in requests to `/v1` for ten minutes, from the dashboard's own origin and while its session lasts. Requests are charged under the key “Playground”, which the first grant creates with a budget of $5.00 a month.",
      response: {
        schema: playgroundGrant,
        example: { grant: "lkg_eyJyIjoiM.5JNd0Qc", expires_at: AT, key_id: KEY_ID },
      },
      errors: { origin_not_allowed: "The request comes from another origin than the dashboard's" },
    }),
    async (c) => {
      const origin = c.req.header("origin") ?? null;
      return c.json(await createGrant(withSession(c.var.ctx), { origin }));
    },
  )
  .post(
    "/estimate",
    describe({
      id: "estimateRequest",
      group,
      summary: "Estimate the highest cost of a request",
      description:
        "Returns the most that a request can cost, which is the amount that would be reserved for it at the current prices. Nothing is sent to a model or charged. A request that the endpoint would refuse is refused with the same error code.",
      body: {
        example: {
          endpoint: "/v1/chat/completions",
          body: {
            model: "gpt-4o-mini",
            messages: [{ role: "user", content: "Where is my order?" }],
            max_completion_tokens: 800,
          },
        },
      },
      response: { schema: requestEstimate, example: { hold: 0.000489 } },
      errors: {
        model_not_found: "The model isn't in the list of models",
        unknown_endpoint: "No endpoint with this path takes JSON",
        unsupported_parameter: "The endpoint doesn't support a field of the body",
        service_unavailable: "No prices are in force",
      },
    }),
    jsonBody(estimateRequest),
    async (c) => c.json(await estimate(c.var.ctx, c.req.valid("json"))),
  );
