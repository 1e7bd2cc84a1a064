import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** Milliseconds that a sample of work takes on the machine that the limits were set on. */
const USUAL_SAMPLE_MS = 30;
const FIRST_SAMPLES = 12;
const BESIDE_EVERY_MS = 2_000;
/** The unit of budgets is the work of this many samples: about a second. */
const SAMPLES_A_UNIT = 33;

/** Text, objects and hashes, as most tests use them. */
function workSample(): void {
  const rows = Array.from({ length: 15_000 }, (_, at) => ({
    id: `row-${(at * 7_919) % 15_000}`,
    values: [at, at * 2, at * 3],
    text: `The quick brown fox jumps over row ${at}.`,
  }));
  const text = JSON.stringify(rows.toSorted((one, other) => (one.id < other.id ? -1 : 1)));
  const parsed: { text: string }[] = JSON.parse(text);
  const words = parsed.flatMap((row) => row.text.replaceAll(/[aeiou]/g, "_").split(" "));
  createHash("sha256").update(text).update(words.join()).digest("hex");
}

/** Works through one sample. @returns its milliseconds of CPU time and by the clock. */
function timeSample(): { cpuMs: number; clockMs: number } {
  const [cpu, clock] = [process.cpuUsage(), performance.now()];
  workSample();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuMs: (user + system) / 1_000, clockMs: performance.now() - clock };
}

const meanOf = (values: readonly number[]) =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/**
 * How many times slower than usual this machine is now, at least 1: fewer or slower cores, or others that use them. The
 * tests' limits are multiplied by it.
 */
export function measureSlowness(): number {
  // The first ones compile the code.
  for (let warm = 0; warm < 4; warm++) workSample();
  const samples = Array.from({ length: FIRST_SAMPLES }, timeSample);
  return Math.max(1, meanOf(samples.map(({ clockMs }) => clockMs)) / USUAL_SAMPLE_MS);
}

/**
 * Works through samples beside a stage, because a core is slower while its neighbours are busy.
 * @returns a function that ends it and tells the unit: seconds of CPU time that a fixed amount of work took.
 */
export function calibrateBeside(): () => number {
  const ended = new AbortController();
  const samples = [timeSample().cpuMs];
  const repeat = async () => {
    while (!ended.signal.aborted) {
      samples.push(timeSample().cpuMs);
      await sleep(BESIDE_EVERY_MS, undefined, { ref: false });
    }
  };
  void repeat();
  return () => {
    ended.abort();
    return (meanOf(samples) * SAMPLES_A_UNIT) / 1_000;
  };
}
