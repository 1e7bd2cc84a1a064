import { Hono } from "hono";
import { z } from "zod";
import type { RequestEnv } from "../api-env.ts";
import { describe } from "../openapi/describe.ts";

/** Calls `document` once, at the first request. */
export function openApiRoutes(document: () => Promise<object>) {
  let text: string | undefined;
  return new Hono<RequestEnv>().get(
    "/",
    describe({
      id: "getOpenApiDocument",
      group: "Service",
      summary: "Get the OpenAPI document",
      description: "The OpenAPI 3.1 document that this page is generated from.",
      response: {
        schema: z.looseObject({ openapi: z.string(), paths: z.looseObject({}) }),
        example: { openapi: "3.1.0", info: { title: "Latchkey API", version: "1" }, paths: {} },
      },
    }),
    async (c) => {
      text ??= JSON.stringify(await document());
      return c.body(text, 200, { "content-type": "application/json" });
    },
  );
}
