import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { sectionsFor } from "#app/features/docs/content.server.ts";

/** What the documentation's search looks through. */
export const loader = ({ request }: LoaderFunctionArgs) =>
  Response.json(sectionsFor(new URL(request.url).origin), {
    headers: { "cache-control": "public, max-age=300" },
  });
