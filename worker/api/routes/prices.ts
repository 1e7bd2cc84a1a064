import { Hono } from "hono";
import { pricesResponse } from "#core/contract/prices.ts";
import { listPrices } from "#core/services/prices/list-prices.ts";
import type { RequestEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";
import { AT } from "../openapi/examples.ts";

/** The same for everybody. */
const CACHED = "public, max-age=60";

export const priceRoutes = new Hono<RequestEnv>().get(
  "/",
  describe({
    id: "listPrices",
    group: "Service",
    summary: "List models and prices",
    description:
      "The models that keys can use, and what they cost in US dollars, before tax. A request is charged at the prices in force when it was accepted, rounded up to a millionth of a dollar.",
    response: {
      schema: pricesResponse,
      example: {
        in_force_since: AT,
        models: [
          {
            model: "demo-large",
            context: 128_000,
            max_output: 16_384,
            reasoning: false,
            tokens: { input: 2.5, cached_input: 1.25, output: 10 },
            long_prompts: [],
            service_tiers: { flex: 0.5, priority: 2 },
            minimum_seconds: 0,
            images: [],
          },
        ],
      },
    },
    errors: { database_unavailable: "The database is unavailable" },
  }),
  async (c) => c.json(await listPrices(c.var.ctx), 200, { "cache-control": CACHED }),
);
