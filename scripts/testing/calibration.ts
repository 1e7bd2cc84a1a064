import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";

/** The piece of work takes about this many milliseconds on the machine that the limits were set on. */
const USUAL_PIECE_MS = 30;
const FIRST_PIECES = 12;
const BESIDE_EVERY_MS = 2_000;
/** The unit of budgets is the work of this many pieces: about a second. */
const PIECES_A_UNIT = 33;

/** What tests do most: text, objects, hashes. */
function doPiece(): void {
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

/** Does the piece once. @returns its milliseconds of CPU time and by the clock. */
function timePiece(): { cpuMs: number; clockMs: number } {
  const [cpu, clock] = [process.cpuUsage(), performance.now()];
  doPiece();
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
  for (let warm = 0; warm < 4; warm++) doPiece();
  const pieces = Array.from({ length: FIRST_PIECES }, timePiece);
  return Math.max(1, meanOf(pieces.map(({ clockMs }) => clockMs)) / USUAL_PIECE_MS);
}

/**
 * Does the piece again and again beside a stage, because a core is slower while its neighbours are busy.
 * @returns a function that ends it and tells the unit: seconds of CPU time that a fixed amount of work took.
 */
export function calibrateBeside(): () => number {
  const ended = new AbortController();
  const pieces = [timePiece().cpuMs];
  const repeat = async () => {
    while (!ended.signal.aborted) {
      pieces.push(timePiece().cpuMs);
      await sleep(BESIDE_EVERY_MS, undefined, { ref: false });
    }
  };
  void repeat();
  return () => {
    ended.abort();
    return (meanOf(pieces) * PIECES_A_UNIT) / 1_000;
  };
}
