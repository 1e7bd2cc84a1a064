import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/**
 * A connection to the database on which responses are lost: the server has done the work, and the connection
 * is dropped.
 * @param loses called once for each transaction that writes.
 */
export async function lossyProxy(target: string, loses: () => boolean) {
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const body = Buffer.concat(chunks);
    const { method = "POST", headers } = request;
    const type = headers["content-type"];
    const reply = await fetch(new URL(request.url ?? "/", target), {
      method,
      headers: { "accept-encoding": "identity", ...(type === undefined ? {} : { "content-type": type }) },
      ...(method === "GET" ? {} : { body }),
    });
    const bytes = Buffer.from(await reply.arrayBuffer());
    if (body.includes("BEGIN IMMEDIATE") && loses()) {
      request.socket.destroy();
      return;
    }
    response.writeHead(reply.status, { "content-type": reply.headers.get("content-type") ?? "" }).end(bytes);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo; // A server that listens on a port has such an address.
  return {
    url: `http://127.0.0.1:${port}`,
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
