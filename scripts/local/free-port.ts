import { createServer } from "node:net";

/** Above the ports that services are known by, below those that the system gives to outgoing connections. */
const LOWEST = 12_000;
const HIGHEST = 32_000;
const MOST_TRIES = 1_000;

/**
 * `count` ports of 127.0.0.1 that nothing listens on now.
 * Drawn by chance from a wide range: the system's own choice goes to the next one who asks, and to outgoing
 * connections, before what is started here has taken it.
 */
export async function freePorts(count: number): Promise<number[]> {
  const found = new Set<number>();
  for (let tries = 0; found.size < count; tries += 1) {
    if (tries === MOST_TRIES) throw new Error("There is no free port.");
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST));
    if (!found.has(port) && (await isFree(port))) found.add(port);
  }
  return [...found];
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(false));
    server.listen(port, "127.0.0.1", () => server.close(() => resolve(true)));
  });
