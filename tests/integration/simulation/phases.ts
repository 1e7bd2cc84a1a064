import { setTimeout as sleep } from "node:timers/promises";
import { checkEverything } from "./check.ts";
import { Dice } from "./dice.ts";
import { EVENTS, type EventName, happen, setClock } from "./events.ts";
import { checkLive } from "./live-check.ts";
import { openings } from "./openings.ts";
import { drawBurst, drawExchange, type ExchangePlan } from "./plan.ts";
import { LIMITS, METER_TIMES } from "./times.ts";
import { isLost } from "./verdicts.ts";
import { type Exchange, perform, until, type World } from "./world.ts";

type Item =
  | { kind: "exchange"; plan: ExchangePlan }
  | { kind: "burst"; plans: ExchangePlan[]; account: number }
  | { kind: "event"; name: EventName; dice: Dice };

/** What a phase is about: events, as often as their weight says. */
export type Theme = Readonly<Partial<Record<EventName, number>>>;

export interface PhasePlan {
  theme: Theme;
  /** Number of the first exchange. */
  since: number;
  items: Item[];
}

/** Exchanges between two events. */
const EVENT_EVERY = 9;
const BURST_EVERY = 60;
const BURST = { least: 5, most: 9 };
const NEVER = Object.fromEntries(EVENTS.map((name) => [name, 0])) as Record<EventName, number>;
const WORKERS = 20;
/** Into a burst, when all of its requests are at the provider. */
const SAMPLE_AFTER_MS = 150;
const LOGS_SHOWN = 20;
/** For what clients have left behind. */
const REST_MS = LIMITS.abandonedMs + 400;

/** The same phases for the same seed. */
export function planPhases(seed: number, themes: readonly Theme[], perPhase: number): PhasePlan[] {
  const dice = new Dice(seed);
  const accounts = openings(1);
  let number = 0;
  const next = () => {
    number += 1;
    return number;
  };
  const senderAt = (account: number) => {
    const { keys, testKeys = 0 } = accounts[account] ?? { keys: [] };
    const slot = dice.int(0, keys.length + testKeys - 1);
    return { number: next(), account, slot, olderKey: dice.chance(0.4) };
  };
  const burstOf = (sender: ReturnType<typeof senderAt>, draw: Dice) => {
    const others = Array.from({ length: draw.int(BURST.least, BURST.most) - 1 }, next);
    return [sender.number, ...others].map((each) => drawBurst({ ...sender, number: each }, draw));
  };
  const weights = Object.fromEntries(accounts.map(({ weight }, i) => [String(i), weight]));
  return themes.map((theme) => {
    const [since, items]: [number, Item[]] = [number + 1, []];
    while (number < since + perPhase - 1) {
      const account = Number(dice.weighted(weights));
      const draw = dice.fork();
      if (dice.chance(1 / BURST_EVERY)) {
        items.push({ kind: "burst", plans: burstOf(senderAt(account), draw), account });
      } else items.push({ kind: "exchange", plan: drawExchange(senderAt(account), draw) });
      if (dice.chance(1 / EVENT_EVERY))
        items.push({
          kind: "event",
          name: dice.weighted<EventName>({ ...NEVER, ...theme }),
          dice: dice.fork(),
        });
    }
    return { theme, since, items };
  });
}

/** Does what was planned, several at a time, then lets everything end and checks it. */
export async function runPhase(world: World, { items, since }: PhasePlan): Promise<void> {
  const queue = items.values();
  const work = async () => {
    for (const item of queue) await run(world, item);
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  await drain(world);
  await checkEverything(world, since);
}

async function run(world: World, item: Item): Promise<void> {
  if (item.kind === "event") {
    await happen(item.name, world, item.dice);
    return;
  }
  if (item.kind === "exchange") return perform(world, item.plan);
  const [account] = world.accounts.slice(item.account);
  const sample = async () => {
    await sleep(SAMPLE_AFTER_MS);
    if (account !== undefined) await checkLive(world, account);
  };
  await Promise.all([...item.plans.map((plan) => perform(world, plan)), sample()]);
}

/** Until libSQL has everything. Requests that a dead process has left open are taken for lost. */
async function drain(world: World): Promise<void> {
  world.faults.heal();
  await world.up;
  await until(async () => world.provider.open === 0, { withinMs: 5_000 }).catch(() => {});
  await sleep(REST_MS);
  const wait = (figure: Figure, done: () => Promise<boolean>) =>
    until(done).catch((cause: unknown) => failStuck(world, figure, cause));
  await wait("pending", async () => (await pendingOf(world)).every((exchange) => isLost(world, exchange)));
  if (!(await isIdle(world, "pending")))
    await setClock(world, world.clock.now() + METER_TIMES.orphanMs + 1_000);
  for (const figure of ["pending", "unposted"] as const) await wait(figure, () => isIdle(world, figure));
  for (const { route } of world.accounts) await world.registry.refresh(route);
  world.drains.push(Date.now());
}

type Figure = "pending" | "unposted";

async function pendingOf({ accounts, inspect, exchanges }: World): Promise<Exchange[]> {
  const all = await Promise.all(accounts.map(({ route }) => inspect(route)));
  const open = all.flatMap((inspection) => inspection?.rows ?? []).filter(({ state }) => state === 0);
  const ids = new Set(open.map(({ requestId }) => requestId));
  return [...exchanges.values()].filter(({ requestId }) => ids.has(requestId));
}

async function isIdle(world: World, figure: Figure): Promise<boolean> {
  const all = await Promise.all(world.accounts.map(({ route }) => world.inspect(route)));
  return all.every((inspection) => (inspection?.standing[figure] ?? 0) === 0);
}

async function failStuck(
  { accounts, inspect, runtime }: World,
  figure: Figure,
  cause: unknown,
): Promise<never> {
  const objects = await Promise.all(
    accounts.map(async ({ name, route }) => `${name}: ${JSON.stringify((await inspect(route))?.standing)}`),
  );
  const logs = runtime.logs.slice(-LOGS_SHOWN);
  throw new Error([`Requests stay ${figure}.`, ...objects, ...logs].join("\n"), { cause });
}
