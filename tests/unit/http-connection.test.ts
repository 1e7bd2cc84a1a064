import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { HttpConnection } from "#scripts/bench/gateway/http-connection.ts";

const REQUEST = Buffer.from("GET / HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n");
let server: Server;
afterEach(() => new Promise((resolve) => server.close(resolve)));

async function connected(headers: Record<string, string>): Promise<HttpConnection> {
  server = createServer((_, response) => void response.writeHead(200, headers).end("whole"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return new HttpConnection((server.address() as AddressInfo).port);
}

test("a connection carries one request after the other", async () => {
  const connection = await connected({});
  for (let turn = 0; turn < 3; turn += 1) {
    const { status, body } = await connection.send(REQUEST);
    expect([status, body.toString()]).toEqual([200, "whole"]);
  }
  expect(connection.open).toBe(true);
  connection.close();
});

test("a request on a connection that the server has closed fails at once", async () => {
  const connection = await connected({ connection: "close" });
  await connection.send(REQUEST);
  while (connection.open) await sleep(5);
  await expect(connection.send(REQUEST)).rejects.toThrow("The connection was closed.");
});
