import type { RouterRoute } from "hono/types";
import { type HandlerUniqueProperty, uniqueSymbol } from "hono-openapi";
import type { Operation } from "#worker/api/openapi/operations.ts";

type Target = "json" | "query";

const routesOf = (routes: RouterRoute[], { method, path }: Operation): RouterRoute[] =>
  routes.filter(
    (route) => route.method === method.toUpperCase() && route.path.replace(/:(\w+)/g, "{$1}") === path,
  );

/** The result of the route's own validator for an input; null when it has none for the target. */
export function inputCheck(routes: RouterRoute[], operation: Operation, target: Target) {
  for (const { handler } of routesOf(routes, operation)) {
    const described = (handler as { [uniqueSymbol]?: HandlerUniqueProperty })[uniqueSymbol];
    if (!described || !("target" in described) || described.target !== target) continue;
    const { validate } = described;
    return async (input: unknown) => (await validate(input)).issues?.[0]?.message;
  }
  return null;
}
