import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { startCronTimer } from "#scripts/local/cron-timer.ts";
import { until } from "#tests/support/limits.ts";

/** Responds to each call with the next of `statuses`, and with 200 from then on. */
async function cron(statuses: number[] = []) {
  const seen = { calls: 0, running: 0, most: 0 };
  const server = createServer(async (_request, response) => {
    seen.calls += 1;
    seen.running += 1;
    seen.most = Math.max(seen.most, seen.running);
    await sleep(20);
    seen.running -= 1;
    response.writeHead(statuses.shift() ?? 200).end("ok");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { seen, server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

it("calls again and again, never two at a time", async () => {
  const { seen, address } = await cron();
  const errors: string[] = [];
  const stop = startCronTimer(address, 1, (message) => errors.push(message));
  await until(() => seen.calls >= 4);
  stop();
  expect(seen.most).toBe(1);
  expect(errors).toEqual([]);
});

it("reports a failed call and continues", async () => {
  const { seen, address } = await cron([500]);
  const errors: string[] = [];
  const stop = startCronTimer(address, 1, (message) => errors.push(message));
  await until(() => seen.calls >= 2);
  stop();
  expect(errors).toEqual(["The cron returned 500."]);
});

it("reports nothing and makes no more calls once it is stopped, even in the middle of a call", async () => {
  const { seen, server, address } = await cron();
  const errors: string[] = [];
  const stop = startCronTimer(address, 1, (message) => errors.push(message));
  await until(() => seen.running === 1);
  stop();
  server.closeAllConnections();
  await until(() => seen.running === 0);
  await sleep(50);
  expect(seen.calls).toBe(1);
  expect(errors).toEqual([]);
});
