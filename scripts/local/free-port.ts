import { createServer, type Server } from "node:net";

/** Above the ports that services are known by, below those that the system gives to outgoing connections. */
const LOWEST = 12_000;
const HIGHEST = 32_000;
const BLOCK = 100;
const MOST_TRIES = 1_000;

/** This process's own block of ports: its first one, and how many after that were given away. */
let block: Promise<number> | undefined;
let given = 0;

/**
 * `count` ports of 127.0.0.1 in a row that nothing listens on now, and that nobody else is given by this function.
 * The system's own choice would go to the next one who asks, and to outgoing connections, before what is
 * started here has taken it.
 */
export async function freePorts(count: number): Promise<number[]> {
  block ??= ownBlock();
  const first = await block;
  for (let tries = 0; tries < BLOCK; tries += 1) {
    const ports = nextInBlock(first, count);
    const areFree = await Promise.all(ports.map(isFree));
    if (!areFree.includes(false)) return ports;
  }
  throw new Error("There is no free port.");
}

function nextInBlock(first: number, count: number): number[] {
  if (given + count >= BLOCK) given = 0;
  const before = first + given;
  given += count;
  return Array.from({ length: count }, (_, index) => before + index + 1);
}

/** Listening on the first port of a block keeps it for this process, and gives it back however that ends. */
async function ownBlock(): Promise<number> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const first = LOWEST + BLOCK * Math.floor((Math.random() * (HIGHEST - LOWEST)) / BLOCK);
    const server = await listening(first);
    if (server) {
      server.unref();
      return first;
    }
  }
  throw new Error("There is no free port.");
}

/** Nothing listens on this port of 127.0.0.1. */
export async function isFree(port: number): Promise<boolean> {
  const server = await listening(port);
  if (server === null) return false;
  await new Promise((resolve) => server.close(resolve));
  return true;
}

const listening = (port: number) =>
  new Promise<Server | null>((resolve) => {
    const server = createServer();
    server.once("error", () => resolve(null));
    server.listen(port, "127.0.0.1", () => resolve(server));
  });
