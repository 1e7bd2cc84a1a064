import { createServer, type IncomingHttpHeaders } from "node:http";
import { until } from "#tests/support/limits.ts";
import { type ReadSpan, readExport } from "#tests/support/otlp-reader.ts";

interface Export {
  headers: IncomingHttpHeaders;
  body: string;
  spans: ReadSpan[];
}

/** `fails`: returns 503. `hangs`: takes the request and never responds. */
type Behavior = "takes" | "fails" | "hangs";

/** A collector of traces that reads what it gets with OpenTelemetry's library. */
export async function startCollector() {
  const exports: Export[] = [];
  let behavior: Behavior = "takes";
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString();
    exports.push({ headers: request.headers, body, spans: readExport(body) });
    if (behavior === "hangs") return;
    response.writeHead(behavior === "takes" ? 200 : 503, { "content-type": "application/json" }).end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1/traces`,
    exports,
    become(next: Behavior) {
      behavior = next;
    },
    /** A request's spans, once so many have arrived. */
    spansOf: (requestId: string, count: number): Promise<ReadSpan[]> =>
      until(() => {
        const spans = exports.flatMap((each) => each.spans);
        const own = spans.filter((span) => span.attributes["latchkey.request_id"] === requestId);
        return own.length >= count && own;
      }),
    stop() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
