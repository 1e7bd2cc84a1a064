import type { Rounds, Scenario } from "./measure-gateway.ts";

const SMALL = 500;
/** Portkey returns 500 to a stream here. */
const WITHOUT_PORTKEY = ["direct", "pass", "ours", "web"] as const;
const EVERY = ["direct", "pass", "stored", "ours", "web", "portkey"] as const;
const WITH_WEB = ["direct", "pass", "ours", "web", "portkey"] as const;
/** As long as libSQL lags behind: what it takes to tell libSQL is in it. */
const LONG_MS = 10_000;
const stream = { connections: 1, accounts: "one", promptBytes: SMALL, targets: WITHOUT_PORTKEY } as const;
export const SCENARIOS = {
  alone: { what: "one connection", connections: 1, accounts: "one", promptBytes: SMALL, targets: EVERY },
  one: {
    what: "32 connections, one account",
    connections: 32,
    accounts: "one",
    promptBytes: SMALL,
    targets: WITH_WEB,
  },
  many: {
    what: "32 connections, 200 accounts",
    connections: 32,
    accounts: "many",
    promptBytes: SMALL,
    targets: ["stored", "ours", "portkey"],
    ms: LONG_MS,
  },
  large: { what: "4 connections, prompts of 100 KB", connections: 4, accounts: "one", promptBytes: 100_000 },
  plain: { what: "a stream", ...stream, more: { stream: true } },
  counted: {
    what: "a stream with its counts",
    ...stream,
    more: { stream: true, stream_options: { include_usage: true } },
  },
  playground: {
    what: "a stream in the Playground",
    ...stream,
    targets: ["direct", "ours", "grants"],
    more: { stream: true },
  },
  // Last: it may leave work behind that the next one would wait for.
  rate: {
    what: "200 requests a second",
    connections: 64,
    accounts: "many",
    promptBytes: SMALL,
    perSecond: 200,
  },
} satisfies Record<string, Scenario>;
export type Measured = Record<keyof typeof SCENARIOS, Rounds>;

const distant = {
  connections: 1,
  accounts: "one",
  promptBytes: SMALL,
  targets: ["direct", "5 ms", "20 ms", "50 ms"],
  rounds: 3,
} as const;
/** At 5 ms, a round of so few keys stays within their rate. */
const FEW_KEYS = 3;
/** With the objects at a distance. A key's first request also asks the object whether it knows the key. */
export const DISTANT = {
  json: { what: "JSON", ...distant, keys: FEW_KEYS },
  stream: { what: "a stream", ...distant, keys: FEW_KEYS, more: { stream: true } },
  jsonFirst: { what: "JSON, a key's first request in ten minutes", ...distant },
  streamFirst: { what: "a stream, a key's first request in ten minutes", ...distant, more: { stream: true } },
} satisfies Record<string, Scenario>;
