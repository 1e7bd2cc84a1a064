import { createServer } from "node:http";

/** An upstream provider with nothing but its list of models, for whoever has the key. */
export async function startModelList(key: string) {
  const server = createServer({ keepAliveTimeout: 0 }, ({ headers, url }, response) => {
    const accepted = headers.authorization === `Bearer ${key}`;
    response.writeHead(url === "/v1/models" ? (accepted ? 200 : 401) : 404);
    response.end("{}");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/v1`,
    stop: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
