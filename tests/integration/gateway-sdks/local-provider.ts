import { Readable } from "node:stream";
import type { ReadableStream } from "node:stream/web";
import { createUpstreamApp } from "#scripts/local/upstream/app.ts";
import { CREDENTIAL, MODEL, startEdge } from "../gateway-http/edge.ts";
import type { Script } from "../gateway-http/scripted-upstream.ts";

const PRICE = { ...MODEL, tiers: {}, contextTokens: 128_000, maxOutputTokens: 4_096 };
/** A name that libraries know. */
export const KNOWN_MODEL = "gpt-5";
const PRICES = [
  { ...PRICE, model: "demo-small" },
  { ...PRICE, model: "demo-reasoning", reasoning: true },
  { ...PRICE, model: "demo-embedding" },
  { ...PRICE, model: "omni-moderation-latest" },
  { ...PRICE, model: "demo-rerank", fees: { search_unit: 2_000 } },
  { ...PRICE, model: "demo-image", images: [{ size: "1024x1024", quality: "low", micros: 11_000 }] },
  { ...PRICE, model: "demo-transcribe", fees: { minute: 6_000 } },
  { ...PRICE, model: "demo-speech", fees: { thousand_characters: 15_000 } },
  { ...PRICE, model: KNOWN_MODEL },
];
/** How long a response is read on after its client has left. */
const ABANDONED_MS = 300;

/** The gateway in workerd, in front of the local upstream provider. */
export async function startSdkEdge() {
  const edge = await startEdge({ prices: PRICES, abandonedMs: ABANDONED_MS });
  const app = createUpstreamApp(CREDENTIAL, { tokenMs: 0 });
  edge.upstream.respondWith(scriptOf(app));
  return edge;
}

const scriptOf =
  (app: { fetch: (request: Request) => Response | Promise<Response> }): Script =>
  (outgoing, { method, path, headers, body }) => {
    const left = new AbortController();
    outgoing.on("close", () => left.abort());
    const entries = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
    const url = `http://127.0.0.1${path.replace("/base", "")}`;
    const request = new Request(url, {
      method,
      headers: entries,
      body: new Uint8Array(body),
      signal: left.signal,
    });
    const respond = async () => {
      const response = await app.fetch(request);
      outgoing.writeHead(response.status, Object.fromEntries(response.headers));
      outgoing.flushHeaders();
      if (response.body === null) return outgoing.end();
      // A stream that fails breaks the connection.
      return Readable.fromWeb(response.body as ReadableStream)
        .on("error", () => outgoing.destroy())
        .pipe(outgoing);
    };
    void respond();
  };
