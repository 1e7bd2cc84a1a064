import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { DOCUMENT_PAGES } from "#app/features/docs/content.server.ts";
import { textFile } from "#app/features/docs/text-file.ts";
import { escapeHtml } from "#app/lib/html.ts";
import { paths, publicPages } from "#app/lib/paths.ts";

/** The pages that anyone can read (https://www.sitemaps.org/protocol.html). */
export function loader({ context }: LoaderFunctionArgs) {
  const documents = DOCUMENT_PAGES.map(({ path }) => paths.documentationTopic(path));
  const addresses = [...publicPages, ...documents].map((path) => escapeHtml(context.config.origin + path));
  const entries = addresses.map((address) => `  <url><loc>${address}</loc></url>\n`).join("");
  return textFile(
    `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${entries}</urlset>\n`,
    "application/xml",
  );
}
