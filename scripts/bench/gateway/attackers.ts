import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { localAddress } from "#scripts/local/settings.ts";

const MB = 1024 * 1024;
const PATH = "/v1/chat/completions";
/** How long an attacker rests between two attempts of a kind. */
const REST_MS = 250;

export interface Attacker {
  /** A key whose account has a few dollars. */
  key: string;
  /** A test key of the same account, which costs it nothing. */
  testKey: string;
}

const names = (count: number) => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(",");
const chat = (more: string) =>
  `{"model":"demo-small","messages":[{"role":"user","content":"hi"}]${more === "" ? "" : `,${more}`}}`;
const MANY_NAMES = chat(`"logit_bias":{${names(700_000)}}`);
const FEWER_NAMES = chat(`"logit_bias":{${names(480_000)}}`);
const MANY_STRINGS = chat(`"stop":[${Array(900_000).fill('"A"').join(",")}]`);
const LONG_INTEGERS = chat(`"stop":[${Array(380_000).fill("12345678901234567890").join(",")}]`);
/** The provider takes its time with it. */
const LONG_AND_SLOW = `{"model":"demo-small","messages":[{"role":"user","content":"/slow ${"x".repeat(8 * MB - 300)}"}]}`;
export const LONG = LONG_AND_SLOW.replace("/slow ", "/fast ");

/** Sends what costs an isolate most until `signal` aborts. @returns how often each status came. */
export async function attack(
  port: number,
  attackers: readonly Attacker[],
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const count = (status: number | string) => {
    statuses[status] = (statuses[status] ?? 0) + 1;
  };
  const post = async (key: string, body: string) => {
    const init = { method: "POST", body, signal, headers: headersOf(key) };
    count(await fetch(localAddress(port) + PATH, init).then(({ status }) => status));
  };
  const repeat = async (work: () => Promise<unknown>) => {
    while (!signal.aborted) {
      await work().catch(() => count("cut"));
      await sleep(REST_MS, undefined, { signal }).catch(() => {});
    }
  };
  const acts = attackers.flatMap(({ key, testKey }) => [
    () => Promise.all([1, 2, 3].map(() => announce(port, testKey, signal))),
    ...[MANY_NAMES, MANY_STRINGS, LONG_INTEGERS].map((body) => () => post(testKey, body)),
    ...[MANY_NAMES, FEWER_NAMES, MANY_STRINGS, LONG_INTEGERS].map((body) => () => post(key, body)),
    () => post(key, LONG_AND_SLOW),
  ]);
  await Promise.all(acts.map(repeat));
  return statuses;
}

const headersOf = (key: string) => ({
  authorization: `Bearer ${key}`,
  "content-type": "application/json",
});

/** Announces a long body and sends one byte of it. Resolves once the gateway ends the request. */
function announce(port: number, key: string, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const socket: Socket = connect({ port, host: "127.0.0.1" });
    const end = () => {
      socket.destroy();
      resolve();
    };
    signal.addEventListener("abort", end, { once: true });
    for (const event of ["data", "error", "close"]) socket.once(event, end);
    const headers = Object.entries({ host: "latchkey", "content-length": 8 * MB, ...headersOf(key) });
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join("");
    socket.write(`POST ${PATH} HTTP/1.1\r\n${lines}\r\n{`);
  });
}
