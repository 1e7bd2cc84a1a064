import type { LoaderFunctionArgs } from "@remix-run/cloudflare";
import { llmsFullText, llmsText } from "#app/features/docs/content.server.ts";
import { textFile } from "#app/features/docs/text-file.ts";
import { paths } from "#app/lib/paths.ts";

/** The documentation for language models: its pages as a list, or all in one file. */
export function loader({ context, request }: LoaderFunctionArgs) {
  const { origin } = context.config;
  const { pathname } = new URL(request.url);
  return textFile(pathname === paths.llmsFull ? llmsFullText(origin) : llmsText(origin), "text/plain");
}
