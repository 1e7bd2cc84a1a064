import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** `lose` disconnects after the server has handled the request, `refuse` before, and `hang` never responds. */
export type Fault = "none" | "lose" | "refuse" | "hang";

const FLUSHES = ["INSERT INTO api_usage", "INSERT INTO key_refusals"];

/**
 * A way to the database with faults. @param faultOf called for each request, whether or not it stores usage or refusals;
 * the request waits for a promise.
 */
export async function faultyWay(target: string, faultOf: (flush: boolean) => Fault | Promise<Fault>) {
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const body = await buffer(request).catch(() => null);
    // The client was killed while it sent the request.
    if (body === null) return;
    const fault = await faultOf(FLUSHES.some((statement) => body.includes(statement)));
    if (fault === "hang") return;
    if (fault === "refuse") return void request.socket.destroy();
    const headers = { "content-type": request.headers["content-type"] ?? "", "accept-encoding": "identity" };
    const { method = "POST", url = "/" } = request;
    const init = { method, headers, ...(method === "GET" ? {} : { body }) };
    const upstream = await fetch(new URL(url, target), init).catch(() => null);
    const bytes = upstream && Buffer.from(await upstream.arrayBuffer());
    if (upstream === null || bytes === null || fault === "lose") return void request.socket.destroy();
    response
      .writeHead(upstream.status, { "content-type": upstream.headers.get("content-type") ?? "" })
      .end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has such an address.
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
