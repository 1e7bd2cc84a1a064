import { Hono } from "hono";
import type { RequestEnv } from "../api-env.ts";
import { openApiDocument } from "../openapi/document.ts";

/** Made once an isolate, when it is first asked for. */
let text: string | undefined;

export const openApiRoutes = new Hono<RequestEnv>().get("/", (c) => {
  text ??= JSON.stringify(openApiDocument());
  return c.body(text, 200, { "content-type": "application/json" });
});
