import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { textFile } from "#app/features/docs/text-file.ts";
import { paths } from "#app/lib/paths.ts";

/** For crawlers (RFC 9309): everything but the API. */
export const loader = ({ context }: LoaderFunctionArgs) =>
  textFile(
    `User-agent: *\nDisallow: /api/\nDisallow: /v1/\n\nSitemap: ${context.config.origin}${paths.sitemap}\n`,
    "text/plain",
  );
