import { createServer, type Server } from "node:http";
import type { JSONWebKeySet } from "jose";

interface JwksServer {
  /** The base address of the stand-in project; its keys are where Supabase has them. */
  url: string;
  server: Server;
}

/** Serves public keys over real HTTP, as an identity provider does. */
export async function startJwksServer(keys: JSONWebKeySet): Promise<JwksServer> {
  const server = createServer((request, response) => {
    const found = request.url === "/auth/v1/.well-known/jwks.json";
    response.writeHead(found ? 200 : 503, { "content-type": "application/json" });
    response.end(found ? JSON.stringify(keys) : "{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The key server has no port.");
  return { url: `http://127.0.0.1:${address.port}`, server };
}
