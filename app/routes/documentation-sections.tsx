import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sectionsFor } from "#app/features/docs/content.server.ts";

/** For the documentation's search. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  Response.json(sectionsFor(new URL(request.url).origin), {
    headers: { "cache-control": "public, max-age=300" },
  });
