import { setTimeout as sleep } from "node:timers/promises";
import { DAY_MS, MINUTE_MS } from "#core/domain/time.ts";
import { bookDays } from "#core/services/ledger/book-days.ts";
import { rollUpUsage } from "#core/services/rollup/roll-up-usage.ts";
import { changeSomething } from "./changes.ts";
import type { Dice } from "./dice.ts";
import { checkLive } from "./live-check.ts";
import { BORDER, NEW_PRICES } from "./openings.ts";
import type { Disturbance, World } from "./world.ts";

export const EVENTS = [
  "step",
  "over",
  "change",
  "refresh",
  "sample",
  "rollup",
  "book",
  "lose",
  "refuse",
  "unread",
  "stuck",
  "kill",
  "terminate",
  "evict",
  "endPoster",
  "crashAfterCommit",
  "lateCommit",
] as const;
export type EventName = (typeof EVENTS)[number];

type Event = (world: World, dice: Dice) => Promise<unknown>;

const accountOf = ({ accounts }: World, dice: Dice) => {
  const account = accounts[dice.int(0, accounts.length - 1)];
  if (account === undefined) throw new Error("There is no account.");
  return account;
};

export const setClock = (world: World, at: number): Promise<void> => {
  const ahead = at - Date.now();
  return exclusively(world, () => world.clock.set(ahead, () => world.runtime.control("clock", { ahead })));
};

/** A step of the clock, mostly near the border of all periods. */
const step: Event = (world, dice) => {
  const { clock } = world;
  const kind = dice.weighted({ near: 40, back: 20, forward: 12, yesterday: 10, tomorrow: 10, far: 6 });
  const near = dice.one([BORDER, BORDER, BORDER + DAY_MS, BORDER + 30_000]) + dice.int(-20_000, 20_000);
  const at = {
    near,
    back: clock.now() - dice.int(100, 2 * MINUTE_MS),
    forward: clock.now() + dice.int(100, 2 * MINUTE_MS),
    yesterday: clock.now() - DAY_MS,
    tomorrow: clock.now() + DAY_MS,
    far: BORDER + dice.one([-31, -2, 6, 7, 8]) * DAY_MS + dice.int(-MINUTE_MS, MINUTE_MS),
  }[kind];
  return setClock(world, at);
};

/** To just before a border, which the clock then passes by itself. */
const over: Event = (world, dice) => setClock(world, dice.one([...NEW_PRICES]) - dice.int(20, 600));

/** One at a time: what ends or starts the gateway, and what sets its clock. */
const busy = new WeakMap<World, Promise<unknown>>();

async function exclusively<Result>(world: World, work: () => Promise<Result>): Promise<Result> {
  const result = (busy.get(world) ?? Promise.resolve()).then(work);
  busy.set(
    world,
    result.catch(() => {}),
  );
  return result;
}

/** Something that ends the gateway or an object, from the moment that it may have ended. */
async function disturb(
  world: World,
  { kind, account }: Pick<Disturbance, "kind" | "account">,
  work: () => Promise<unknown>,
): Promise<void> {
  const disturbance: Disturbance = { kind, account, from: Date.now(), to: Number.POSITIVE_INFINITY };
  world.disturbances.push(disturbance);
  await work();
  disturbance.to = Date.now();
}

const restart = (world: World, signal: "SIGKILL" | "SIGTERM") =>
  exclusively(world, () =>
    disturb(world, { kind: signal === "SIGKILL" ? "kill" : "terminate", account: null }, () => {
      const restarted = world.runtime.restart(signal).then(() => world.clients.reconnect());
      world.up = restarted;
      return restarted;
    }),
  );

const evict: Event = (world, dice) => {
  const account = accountOf(world, dice);
  // It throws, as every call that was under way does.
  return disturb(world, { kind: "evict", account }, () =>
    world.runtime.control("evict", { route: account.route }).catch(() => {}),
  );
};

/** Longest wait for a flush that is to fail. */
const FLUSH_WITHIN_MS = 1_200;

async function killAtFault(world: World, fault: "lose" | "late"): Promise<void> {
  const failed = world.faults.next();
  world.faults.plan("flushes", [fault]);
  await Promise.race([failed, sleep(FLUSH_WITHIN_MS)]);
  await restart(world, "SIGKILL");
}

const EVENT: Record<EventName, Event> = {
  step,
  over,
  change: changeSomething,
  refresh: (world, dice) => world.registry.refresh(accountOf(world, dice).route),
  sample: (world, dice) => checkLive(world, accountOf(world, dice)),
  rollup: ({ db, clock }) => rollUpUsage({ db, clock, requestId: "simulation" }),
  book: ({ db, clock }, dice) => bookDays({ db, clock, requestId: "simulation" }, dice.int(1, 4)),
  lose: async ({ faults }, dice) =>
    faults.plan(
      "flushes",
      Array.from({ length: dice.int(1, 4) }, () => "lose" as const),
    ),
  refuse: async ({ faults }, dice) =>
    faults.plan(
      "flushes",
      Array.from({ length: dice.int(1, 3) }, () => "refuse" as const),
    ),
  unread: async ({ faults }, dice) =>
    faults.plan(
      "reads",
      Array.from({ length: dice.int(1, 3) }, () => "refuse" as const),
    ),
  async stuck({ faults }, dice) {
    faults.plan("flushes", [dice.one(["late", "stuck"])]);
    await sleep(dice.int(300, 900));
    faults.heal();
  },
  kill: (world) => restart(world, "SIGKILL"),
  terminate: (world) => restart(world, "SIGTERM"),
  evict,
  // It throws, as every call that was under way does.
  endPoster: (world) => world.runtime.control("end-poster", {}).catch(() => {}),
  crashAfterCommit: (world) => killAtFault(world, "lose"),
  /** What the dead process sent is stored while the next one is at work. */
  async lateCommit(world) {
    await killAtFault(world, "late");
    await sleep(200);
    world.faults.heal();
  },
};

export const happen = (name: EventName, world: World, dice: Dice): Promise<unknown> =>
  EVENT[name](world, dice);
