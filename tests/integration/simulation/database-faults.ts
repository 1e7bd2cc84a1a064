import type { Fault } from "../gateway/faulty-way.ts";

type Planned = Exclude<Fault, "none" | "hang"> | "late" | "stuck";

/** Faults of the way to the database, in the order in which requests get them. */
export class DatabaseFaults {
  /** Real times of each fault, epoch ms. */
  readonly happened: number[] = [];
  private flushes: Planned[] = [];
  private reads: Planned[] = [];
  private release: (() => void)[] = [];
  private seen: ((fault: Planned) => void)[] = [];

  /** The next flushes of any account fail like this; `late` is made after `heal`, `stuck` never. */
  plan(kind: "flushes" | "reads", faults: readonly Planned[]): void {
    this[kind].push(...faults);
  }

  /** Resolves at the next fault. */
  next(): Promise<Planned> {
    return new Promise((resolve) => {
      this.seen.push(resolve);
    });
  }

  readonly faultOf = (flush: boolean): Fault | Promise<Fault> => {
    const fault = (flush ? this.flushes : this.reads).shift();
    if (fault === undefined) return "none";
    this.happened.push(Date.now());
    for (const resolve of this.seen.splice(0)) resolve(fault);
    if (fault !== "late" && fault !== "stuck") return fault;
    return new Promise((resolve) => {
      this.release.push(() => resolve(fault === "late" ? "lose" : "refuse"));
    });
  };

  /** From now on everything works; what was held is let go. */
  heal(): void {
    this.flushes = [];
    this.reads = [];
    if (this.release.length > 0) this.happened.push(Date.now());
    for (const go of this.release.splice(0)) go();
  }
}
