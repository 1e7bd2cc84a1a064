import type { AppLoadContext, DataFunctionArgs, EntryContext } from "@remix-run/cloudflare";
import { isRouteErrorResponse, RemixServer } from "@remix-run/react";
import { isbot } from "isbot";
import { renderToReadableStream } from "react-dom/server.browser";
import { markdownFileAt } from "#app/features/docs/markdown-file.server.ts";
import { hasEarlyQueries } from "#app/features/early/early-requests.ts";
import earlyScript from "#app/features/early/early-script.ts?inline-script";
import { closingTagsLast } from "#app/lib/closing-tags.ts";
import { DocumentAssetsContext } from "#app/lib/document-assets.ts";
import styles from "./app.css?inline";

/** Reports errors thrown by loaders, except responses such as 404. */
export function handleError(error: unknown, { request, context }: DataFunctionArgs): void {
  if (request.signal.aborted || (isRouteErrorResponse(error) && error.status < 500)) return;
  context.report(error);
}

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  remix: EntryContext,
  { config, nonce, pageHeaders, report }: AppLoadContext,
) {
  const markdown = markdownFileAt(new URL(request.url), config.origin);
  if (markdown) return markdown;
  const requestsEarly = hasEarlyQueries(new URL(request.url).pathname);
  let statusNow = status;
  const body = await renderToReadableStream(
    <DocumentAssetsContext.Provider value={{ nonce, styles, earlyScript: requestsEarly ? earlyScript : "" }}>
      <RemixServer context={remix} url={request.url} nonce={nonce} abortDelay={5000} />
    </DocumentAssetsContext.Provider>,
    {
      nonce,
      signal: request.signal,
      onError(error) {
        report(error);
        statusNow = 500;
      },
    },
  );
  if (isbot(request.headers.get("user-agent") ?? "")) await body.allReady;
  headers.set("content-type", "text/html; charset=utf-8");
  for (const [name, value] of Object.entries(pageHeaders)) headers.set(name, value);
  return new Response(body.pipeThrough(closingTagsLast()), { headers, status: statusNow });
}
