import { logEvent, type RequestWorker } from "./log.ts";

const PAUSE_MS = 60_000;

interface LimitedEvent {
  event: string;
  level: "warn" | "error";
  worker: RequestWorker;
}

/** Logs an event of many objects once a minute: the first report immediately, later ones together with the newest details. */
export class LimitedLog {
  private readonly limited: LimitedEvent;
  private reports = 0;
  private objects = new Set<string>();
  private latest: object = {};
  private loggedAt: number | null = null;
  private turn: object | null = null;

  constructor(limited: LimitedEvent) {
    this.limited = limited;
  }

  /** @param object the name of the object that reports. */
  report(object: string, details: object): void {
    this.reports += 1;
    this.objects.add(object);
    this.latest = details;
    const pause = this.pauseFrom(Date.now());
    if (pause === 0) this.log();
    else if (this.turn === null) this.logAfter(pause);
  }

  // The platform may end the timer with its request: the next line then has these reports too. No other request can clear it.
  private logAfter(pause: number): void {
    const turn = {};
    this.turn = turn;
    setTimeout(() => {
      if (this.turn === turn) this.log();
    }, pause);
  }

  /** Zero too if the clock was set back. */
  private pauseFrom(now: number): number {
    const passed = now - (this.loggedAt ?? 0);
    return this.loggedAt === null || passed < 0 ? 0 : Math.max(0, PAUSE_MS - passed);
  }

  private log(): void {
    this.turn = null;
    if (this.reports === 0) return;
    const counts = { reports: this.reports, objects: this.objects.size };
    this.reports = 0;
    this.objects.clear();
    this.loggedAt = Date.now();
    const { event, level, worker } = this.limited;
    logEvent(level, { event, worker, ...this.latest, ...counts });
  }
}
