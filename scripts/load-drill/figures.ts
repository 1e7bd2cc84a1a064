import type { LoadReport } from "./messages.ts";
import { pricePerMillion } from "./price.ts";
import type { LagWatch } from "./watch-lag.ts";

interface State {
  /** Of the database. */
  bytes: number;
  /** CPU milliseconds by program. */
  cpu: Map<string, number>;
}

interface Drill {
  seconds: number;
  perSecond: number;
  /** Accounts that send requests. */
  active: number;
  /** Of the active accounts' first requests. */
  first: Figures;
  watch: LagWatch;
  before: State;
  after: State;
}

const MB = 1e6;
const count = (figure: number) => figure.toLocaleString("en-US");
const row = (cells: readonly (string | number)[]) => `| ${cells.join(" | ")} |`;

/** What the drill has measured, as tables in Markdown. */
export class Figures {
  readonly #times = new Map<string, number[]>();
  readonly #failed = new Map<string, number>();

  add({ times, failed }: LoadReport): void {
    for (const [kind, ms] of times) {
      const known = this.#times.get(kind);
      if (known === undefined) this.#times.set(kind, [ms]);
      else known.push(ms);
    }
    for (const [what, times] of Object.entries(failed))
      this.#failed.set(what, (this.#failed.get(what) ?? 0) + times);
  }

  get #all(): number[] {
    return [...this.#times.values()].flat();
  }

  get #failures(): string {
    const failures = [...this.#failed.values()].reduce((sum, times) => sum + times, 0);
    return `${count(failures)} (${((100 * failures) / this.#all.length).toFixed(3)} %)`;
  }

  report({ seconds, perSecond, active, first, watch, before, after }: Drill): string {
    const all = this.#all;
    const workers = (after.cpu.get("workerd") ?? 0) - (before.cpu.get("workerd") ?? 0);
    const bytes = after.bytes - before.bytes;
    return [
      "",
      row(["requests", "number", "median", "p95", "p99", "slowest"]),
      row(["---", "---:", "---:", "---:", "---:", "---:"]),
      ...[...this.#times].map(([kind, times]) => row([kind, count(times.length), ...spread(times, ms)])),
      row(["all", count(all.length), ...spread(all, ms)]),
      "",
      row(["figure", "value"]),
      row(["---", "---:"]),
      row(["requests a second, wanted and served", `${perSecond}, ${(all.length / seconds).toFixed(1)}`]),
      row(["failed", this.#failures]),
      ...[...this.#failed].map(([what, times]) => row([`failed: ${what}`, count(times)])),
      row(["first requests of accounts: median, p95, p99, slowest", spread(first.#all, ms).join(", ")]),
      row(["first requests that failed", first.#failures]),
      row([
        "from the response to the usage row: median, p95, p99, longest",
        spread(watch.posted, s).join(", "),
      ]),
      row(["from the row into the roll-up: median, p95, p99, longest", spread(watch.rolledUp, s).join(", ")]),
      row(["sampled requests that weren't found", count(watch.missing)]),
      row(["database", `${(after.bytes / MB).toFixed(1)} MB`]),
      row(["database per million requests", `${count(Math.round(bytes / all.length))} MB`]),
      ...[...after.cpu].map(([program, used]) => {
        const own = used - (before.cpu.get(program) ?? 0);
        const each = `${(own / all.length).toFixed(2)} ms a request`;
        return row([`processor, ${program}`, `${(own / 1000 / seconds).toFixed(2)} cores, ${each}`]);
      }),
      row([
        "Cloudflare's list price of a million requests",
        `$${pricePerMillion({ cpuMs: workers / all.length, perSecond, active }).toFixed(2)}`,
      ]),
    ].join("\n");
  }
}

function spread(values: readonly number[], text: (value: number) => string): string[] {
  const sorted = values.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];
  return [0.5, 0.95, 0.99, 1].map((share) => {
    const value = at(share);
    return value === undefined ? "none" : text(value);
  });
}

const ms = (value: number) => `${value.toFixed(value < 10 ? 1 : 0)} ms`;
const s = (value: number) => `${(value / 1000).toFixed(1)} s`;
