import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sectionsFor } from "#app/features/docs/content.server.ts";

/** For the documentation's search. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  Response.json(sectionsFor(context.config.origin), {
    headers: { "cache-control": "public, max-age=300" },
  });
