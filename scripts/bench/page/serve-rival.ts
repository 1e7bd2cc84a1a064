import { readFileSync } from "node:fs";
import { createServer, type ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { freePorts } from "#scripts/local/free-port.ts";
import { escapeHtml } from "../../../app/lib/html.ts";

const TYPES: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };
const LOOK = `body{margin:0;font:15px/1.5 system-ui}main{max-width:1100px;margin:auto;padding:32px}
.cards{display:grid;grid-template-columns:repeat(3,1fr);gap:24px}.card{border:1px solid #ddd;border-radius:12px;padding:20px;margin-top:24px}
.figure{font-size:28px;margin:8px 0}.plot{min-height:280px}.skeleton{height:36px;border-radius:6px;background:#eee}`;

export interface RivalServer {
  url: string;
  stop: () => void;
}

/** The data service only allows the product's own origin. Without a preflight the rival is faster, not slower. */
async function passOn(address: URL, key: string, response: ServerResponse): Promise<void> {
  const upstream = await fetch(address, { headers: { apikey: key, authorization: `Bearer ${key}` } });
  response.writeHead(upstream.status, { "content-type": "application/json" });
  response.end(await upstream.text());
}

/**
 * Builds the rival the way such apps are usually built, and serves it as HTML and one script.
 * @param compress whether files are sent compressed, as the product's are in the same run.
 */
export async function serveRival(
  folder: string,
  supabase: { url: string; key: string },
  compress: boolean,
): Promise<RivalServer> {
  await build({
    configFile: false,
    logLevel: "error",
    publicDir: false,
    build: {
      outDir: folder,
      rollupOptions: {
        input: join(import.meta.dirname, "rival.tsx"),
        output: { entryFileNames: "rival.js" },
      },
    },
  });
  const { url, key } = supabase;
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Dashboard</title><style>${LOOK}</style><script type="module" src="/rival.js"></script></head><body><div id="root" data-key="${escapeHtml(key)}"></div></body></html>`;
  const files = new Map([
    ["/", Buffer.from(html)],
    ["/rival.js", readFileSync(join(folder, "rival.js"))],
  ]);
  const sent = new Map([...files].map(([path, body]) => [path, compress ? gzipSync(body) : body]));
  const server = createServer(async (request, response) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://rival.test");
    if (pathname.startsWith("/rest/")) return await passOn(new URL(pathname + search, url), key, response);
    const body = sent.get(pathname);
    response.writeHead(body ? 200 : 404, {
      "content-type": TYPES[extname(pathname) || ".html"],
      ...(compress && { "content-encoding": "gzip" }),
    });
    response.end(body);
  });
  const [port = 0] = await freePorts(1);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return { url: `http://127.0.0.1:${port}`, stop: () => void server.close() };
}
