import { PLAYGROUND_ORIGIN } from "./customers.ts";
import type { LoadResult } from "./load-process.ts";
import type { Rig } from "./rig.ts";
import { eachTarget, isOurs, type TargetName } from "./targets.ts";

const ROUNDS = 5;
const ROUND_MS = 1_500;
/** A key is admitted 100 times a minute, and an account without a plan 10,000 times a day: a round has its own. */
const KEYS_A_ROUND = 100;
/** Each account has one key that grants stand for. */
const GRANTS_A_ROUND = 20;
const MANY_ACCOUNTS = 200;
const KEYS_OF_MANY = 5;

export interface Scenario {
  what: string;
  connections: number;
  accounts: "one" | "many";
  promptBytes: number;
  perSecond?: number;
  /** Of one round. */
  ms?: number;
  /** What the request says beside its model and its messages. */
  more?: object;
  /** The usual ones unless it says so. */
  targets?: readonly TargetName[];
  rounds?: number;
  /** Fewer than a round can use: for requests that wait so long that most would be the first with their key. */
  keys?: number;
}
/** Each target's rounds, in the same order. */
export type Rounds = Record<TargetName, LoadResult[]>;

const USUAL = ["direct", "pass", "ours", "portkey"] as const;

/** Every target in every round, each round beginning with another one, so that a busy moment meets all of them. */
export async function measure(rig: Rig, scenario: Scenario, many: string[]): Promise<Rounds> {
  const targets = scenario.targets ?? USUAL;
  const rounds: Rounds = eachTarget(() => []);
  for (let round = 0; round < (scenario.rounds ?? ROUNDS); round++) {
    const from = round % targets.length;
    for (const target of [...targets.slice(from), ...targets.slice(0, from)])
      rounds[target].push(await runOne(rig, scenario, target, many));
  }
  return rounds;
}

/** Keys of many accounts, one account after the other. */
export async function openManyAccounts(rig: Rig): Promise<string[]> {
  const accounts: string[][] = [];
  for (let i = 0; i < MANY_ACCOUNTS; i++) accounts.push(await rig.newCustomer(KEYS_OF_MANY));
  return Array.from({ length: KEYS_OF_MANY }, (_, i) => accounts.flatMap((keys) => keys[i] ?? [])).flat();
}

async function runOne(rig: Rig, scenario: Scenario, target: TargetName, many: string[]): Promise<LoadResult> {
  const { connections, accounts, promptBytes, perSecond, more, ms = ROUND_MS } = scenario;
  const ownKeys = async () =>
    accounts === "many" ? many : await rig.newCustomer(scenario.keys ?? KEYS_A_ROUND);
  const keys = isOurs(target)
    ? await ownKeys()
    : target === "grants"
      ? await rig.newGrants(GRANTS_A_ROUND)
      : ["sk-none"];
  const rival = { "x-portkey-provider": "openai", "x-portkey-custom-host": `${rig.upstream}/v1` };
  const messages = [{ role: "user", content: "x".repeat(promptBytes) }];
  return rig.run({
    port: rig.ports[target],
    headers: keys.map((key) => ({
      authorization: `Bearer ${key}`,
      ...(target === "portkey" && rival),
      ...(target === "grants" && { origin: PLAYGROUND_ORIGIN }),
    })),
    body: JSON.stringify({ model: "demo-small", ...more, messages }),
    connections,
    ms,
    ...(perSecond !== undefined && { perSecond }),
  });
}
