import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** `lose` breaks off after the server has done what was asked, `refuse` before, and `hang` never answers. */
export type Fault = "none" | "lose" | "refuse" | "hang";

/** A way to the database with faults. @param faultOf asked once a request, whether it is a flush of usage or not. */
export async function faultyWay(target: string, faultOf: (flush: boolean) => Fault) {
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const fault = faultOf(body.includes("INSERT INTO api_usage"));
    if (fault === "hang") return;
    if (fault === "refuse") return void request.socket.destroy();
    const headers = { "content-type": request.headers["content-type"] ?? "", "accept-encoding": "identity" };
    const { method = "POST", url = "/" } = request;
    const init = { method, headers, ...(method === "GET" ? {} : { body }) };
    const answer = await fetch(new URL(url, target), init).catch(() => null);
    const bytes = answer && Buffer.from(await answer.arrayBuffer());
    if (answer === null || bytes === null || fault === "lose") return void request.socket.destroy();
    response
      .writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" })
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
