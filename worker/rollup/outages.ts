import { DurableObject } from "cloudflare:workers";
import type { OutageLog } from "#core/ports.ts";
import { createOutageLog } from "#worker/adapters/outage-log.ts";

/** One object. Its storage is all that a run of the cron can rely on while the database is away. */
export class Outages extends DurableObject implements OutageLog {
  private readonly log = createOutageLog(this.ctx.storage);

  failed(now: number) {
    return this.log.failed(now);
  }

  notified(target: string) {
    return this.log.notified(target);
  }

  worked(now: number) {
    return this.log.worked(now);
  }

  close(since: number) {
    return this.log.close(since);
  }
}
