import { setTimeout as sleep } from "node:timers/promises";

const ORDERS = ["first alone", "second alone", "together", "together", "together"];

/**
 * Runs two acts in a race, call after call: each of them before the other in turn, otherwise the second at a random
 * moment while the first runs. How long the first runs is measured, so slow machines see all orders too.
 */
export function racing() {
  let [round, lastMs] = [0, 0];
  return async <First, Second>(
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ): Promise<[First, Second]> => {
    const order = ORDERS[round++ % ORDERS.length];
    if (order === "second alone") {
      const ended = await second();
      return [await first(), ended];
    }
    const began = performance.now();
    const timed = async () => {
      const ended = await first();
      lastMs = performance.now() - began;
      return ended;
    };
    if (order === "first alone") return [await timed(), await second()];
    return Promise.all([timed(), sleep(Math.random() * lastMs).then(second)]);
  };
}
