import { createServer, type IncomingMessage } from "node:http";
import { z } from "zod";

const binding = z.object({ name: z.string(), type: z.string(), text: z.string().optional() });
const metadata = z.object({ bindings: z.array(binding) });
export interface Upload {
  worker: string;
  /** Variables and secrets, by name. */
  values: Record<string, string>;
  secrets: string[];
}

/** What wrangler asks of Cloudflare's API when it deploys workers that are not there yet. */
export async function startEmulatedCloudflare() {
  const uploads: Upload[] = [];
  const addresses: string[] = [];
  const server = createServer(async (request, answer) => {
    const body = await readAll(request);
    const { pathname } = new URL(request.url ?? "", "http://cloudflare.test");
    const worker = /\/scripts\/([\w-]+)$/.exec(pathname)?.[1];
    if (request.method === "PUT" && worker !== undefined) uploads.push(await uploadOf(worker, request, body));
    const enabled = /\/scripts\/([\w-]+)\/subdomain$/.exec(pathname)?.[1];
    if (request.method === "POST" && enabled && JSON.parse(String(body)).enabled) addresses.push(enabled);
    const result = resultOf(request.method ?? "", pathname);
    answer.writeHead(result === null ? 404 : 200, { "content-type": "application/json" });
    const errors = result === null ? [{ code: 10007, message: "not found" }] : [];
    answer.end(JSON.stringify({ success: result !== null, errors, messages: [], result }));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/client/v4`,
    uploads,
    /** Workers that got an address of their own. */
    addresses,
    stop() {
      server.closeAllConnections();
      return new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

function resultOf(method: string, path: string): unknown {
  if (/\/workers\/services\//.test(path)) return null;
  if (method === "GET" && /\/deployments$/.test(path)) return null;
  if (/\/(secrets|scripts)$/.test(path)) return [];
  if (/\/assets-upload-session$/.test(path)) return { jwt: "session", buckets: [] };
  return { id: "1", subdomain: "latchkey-test", enabled: false, startup_time_ms: 1, schedules: [] };
}

async function uploadOf(worker: string, { headers }: IncomingMessage, body: Buffer): Promise<Upload> {
  const type = headers["content-type"] ?? "";
  const form = await new Response(new Uint8Array(body), { headers: { "content-type": type } }).formData();
  const { bindings } = metadata.parse(JSON.parse(String(form.get("metadata"))));
  const texts = bindings.flatMap(({ name, text }) => (text === undefined ? [] : [[name, text] as const]));
  const secrets = bindings.filter(({ type: kind }) => kind === "secret_text").map(({ name }) => name);
  return { worker, values: Object.fromEntries(texts), secrets: secrets.sort() };
}

async function readAll(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
