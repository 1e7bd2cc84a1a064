import type { LoadReport } from "./messages.ts";
import { pricePerMillion } from "./price.ts";
import type { LagWatch } from "./watch-lag.ts";

interface State {
  /** The database's size; null if it refused to say. */
  bytes: number | null;
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

  #failureRows(title: string): string[] {
    const failures = [...this.#failed.values()].reduce((sum, times) => sum + times, 0);
    const share = `${((100 * failures) / this.#all.length).toFixed(3)} %`;
    const kinds = [...this.#failed].map(([what, times]) => row([`${title}: ${what}`, count(times)]));
    return [row([title, `${count(failures)} (${share})`]), ...kinds];
  }

  report({ seconds, perSecond, active, first, watch, before, after }: Drill): string {
    const all = this.#all;
    const workers = (after.cpu.get("workerd") ?? 0) - (before.cpu.get("workerd") ?? 0);
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
      ...this.#failureRows("failed"),
      row(["first requests of accounts: median, p95, p99, slowest", spread(first.#all, ms).join(", ")]),
      ...first.#failureRows("first requests that failed"),
      row([
        "from the response to the usage row: median, p95, p99, longest",
        spread(watch.posted, s).join(", "),
      ]),
      row(["from the row into the roll-up: median, p95, p99, longest", spread(watch.rolledUp, s).join(", ")]),
      row(["sampled requests that weren't found", count(watch.missing)]),
      row(["readings that the database refused", count(watch.refused)]),
      ...sizes(before.bytes, after.bytes, all.length),
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

function sizes(before: number | null, after: number | null, requests: number): string[] {
  const size = after === null ? "unknown" : `${(after / MB).toFixed(1)} MB`;
  const known = before !== null && after !== null;
  const growth = known ? `${count(Math.round((after - before) / requests))} MB` : "unknown";
  return [row(["database", size]), row(["database per million requests", growth])];
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
