import { createAdaptorServer } from "@hono/node-server";
import { createMiddleware } from "hono/factory";

interface Listening {
  url: string;
  stop: () => Promise<void>;
}

const LOOPBACK_NAMES = new Set(["127.0.0.1", "localhost", "[::1]"]);
export const MISDIRECTED = { text: "This server accepts loopback requests only.", status: 421 } as const;

/** True if a `Host` header names this machine. DNS rebinding attacks have another one. */
export const isLoopbackHost = (host: string) => LOOPBACK_NAMES.has(host.replace(/:\d+$/, ""));

/** Refuses requests addressed to another name, so that a web page cannot reach this server by DNS rebinding. */
export const loopbackOnly = createMiddleware(async (c, next) => {
  if (!isLoopbackHost(new URL(c.req.url).host)) return c.text(MISDIRECTED.text, MISDIRECTED.status);
  await next();
});

const sockets = new WeakMap<Request, { destroy: () => unknown }>();

/** Breaks the connection of a request, wherever its response is. @throws for a request that another server serves. */
export function breakConnection(request: Request): void {
  const socket = sockets.get(request);
  if (socket === undefined) throw new Error("The connection can't be broken from here.");
  socket.destroy();
}

/** Serves `fetch` on 127.0.0.1 and waits until it listens; a taken port is an error that names it. */
export async function listenOnLoopback(
  port: number,
  fetch: (request: Request) => Response | Promise<Response>,
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, { outgoing }) => {
      sockets.set(request, outgoing);
      return fetch(request);
    },
    // Ended by the client alone: a connection that the server ends may just be carrying the next request.
    serverOptions: { keepAliveTimeout: 0 },
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code === "EADDRINUSE" ? new Error(`Port ${port} is already in use.`, { cause: error }) : error,
      ),
    );
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      if ("closeAllConnections" in server) server.closeAllConnections();
      await closed;
    },
  };
}
