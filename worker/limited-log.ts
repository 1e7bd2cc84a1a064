import { logEvent } from "./log.ts";

const PAUSE_MS = 60_000;

interface LimitedEvent {
  event: string;
  level: "warn" | "error";
  /** `api` unless it is another. */
  worker?: "web" | "api";
}

/**
 * An event that many objects report at once, again and again, while something they all need is away. This isolate
 * logs it at most once a minute: the first report immediately, and later ones together, with the newest one's details.
 */
export class LimitedLog {
  private readonly limited: LimitedEvent;
  private reports = 0;
  private objects = new Set<string>();
  private latest: object = {};
  private loggedAt: number | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

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
    // The platform may end the timer together with its request. The next line then has these reports too.
    else this.timer ??= setTimeout(() => this.log(), pause);
  }

  /** Zero too if the clock was set back. */
  private pauseFrom(now: number): number {
    const passed = now - (this.loggedAt ?? 0);
    return this.loggedAt === null || passed < 0 ? 0 : Math.max(0, PAUSE_MS - passed);
  }

  private log(): void {
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    if (this.reports === 0) return;
    const counts = { reports: this.reports, objects: this.objects.size };
    this.reports = 0;
    this.objects.clear();
    this.loggedAt = Date.now();
    const { event, level, worker = "api" } = this.limited;
    logEvent(level, { event, worker, ...this.latest, ...counts });
  }
}
