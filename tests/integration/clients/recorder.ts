import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import { freePorts } from "#scripts/local/free-port.ts";

/** A request as a client sent it, and what it got. */
export interface Recorded {
  method: string;
  path: string;
  headers: NodeJS.Dict<string | string[]>;
  body: string;
  status: number;
  contentType: string;
  /** What an error says; empty for anything else. */
  error: string;
}

/** Passes requests on to the gateway and responses back, and remembers both. */
export async function startRecorder(gateway: string) {
  const recorded: Recorded[] = [];
  const server = createServer((incoming, outgoing) => void passOn(gateway, incoming, outgoing, recorded));
  const [port = 0] = await freePorts(1);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return {
    origin: `http://127.0.0.1:${port}`,
    /** The requests since the last call. */
    take: () => recorded.splice(0),
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

async function passOn(
  gateway: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  recorded: Recorded[],
): Promise<void> {
  const { method = "GET", url: path = "/", headers } = incoming;
  const { host, ...rest } = headers;
  const body = await textOf(incoming);
  const passed = request(
    new URL(path, gateway),
    { method, headers: { ...rest, "accept-encoding": "identity" } },
    async (response) => {
      const { statusCode: status = 0 } = response;
      outgoing.writeHead(status, response.headers);
      response.pipe(outgoing);
      const text = await textOf(response);
      const contentType = String(response.headers["content-type"] ?? "");
      const error = status < 400 ? "" : messageIn(text);
      recorded.push({ method, path, headers: { host, ...rest }, body, status, contentType, error });
    },
  );
  passed.on("error", () => outgoing.destroy());
  outgoing.on("close", () => passed.destroy());
  passed.end(body);
}

async function textOf(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  stream.on("data", (chunk: Buffer) => chunks.push(chunk));
  await new Promise<void>((resolve) => stream.once("close", resolve));
  return Buffer.concat(chunks).toString();
}

function messageIn(text: string): string {
  try {
    const { error } = JSON.parse(text);
    return String(error?.message ?? text);
  } catch {
    return text.slice(0, 200);
  }
}
