import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const BEGINNING = "time,endpoint\n".repeat(64_000).slice(0, 64_000);

/** A file of 64 kB that never ends. */
export async function startEndlessFile() {
  let cut = false;
  const server = createServer((_request, response) => {
    response.on("close", () => {
      cut = true;
    });
    response.writeHead(200, { "content-type": "text/csv" }).write(BEGINNING);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/usage.csv`,
    /** True once the client has disconnected. */
    isCut: () => cut,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
