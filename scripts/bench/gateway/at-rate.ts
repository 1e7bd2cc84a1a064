/**
 * Starts tasks at an even rate until a time of `performance.now()`, each with a free worker. A task that finds none waits,
 * and learns when it was due.
 */
export async function atRate<Worker>(
  workers: readonly Worker[],
  { until, everyMs }: { until: number; everyMs: number },
  one: (worker: Worker, due: number) => Promise<void>,
): Promise<void> {
  let due = performance.now();
  const next = async (worker: Worker) => {
    while (due < until) {
      const mine = due;
      due += everyMs;
      const wait = mine - performance.now();
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, Math.ceil(wait)));
      await one(worker, mine);
    }
  };
  await Promise.all(workers.map(next));
}
