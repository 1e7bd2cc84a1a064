import type { ServiceContext } from "#core/services/context.ts";
import { databaseUnavailable } from "#core/storage/database.ts";
import { ping, probeWrite } from "#core/storage/health.ts";
import type { HealthContext } from "./context.ts";

/** A database that is slower than this cannot serve anybody. */
const ANSWER_WITHIN_MS = 2_000;
/** How long the outcome of one write is reused: anyone can call this, so it must not write each time. */
const PROBE_EVERY_MS = 5_000;

/** The outcome of the last write to the database, shared by all requests of an isolate. */
export class WriteProbe {
  private triedAt: number | null = null;
  private failure: unknown = null;

  /** @throws Error when the last write failed; the first calls of an isolate do not wait for one under way. */
  async check({ db, clock }: Pick<ServiceContext, "db" | "clock">): Promise<void> {
    const now = clock.now();
    if (this.triedAt === null || Math.abs(now - this.triedAt) >= PROBE_EVERY_MS) {
      this.triedAt = now;
      this.failure = await within(ANSWER_WITHIN_MS, probeWrite(db, now)).then(
        () => null,
        (error: unknown) => error,
      );
    }
    if (this.failure !== null) throw this.failure;
  }
}

/** @throws DomainError `database_unavailable` when libSQL does not read, and write, within two seconds. */
export async function checkHealth(ctx: ServiceContext & HealthContext): Promise<{ status: "ok" }> {
  try {
    await Promise.all([within(ANSWER_WITHIN_MS, ping(ctx.db)), ctx.writeProbe.check(ctx)]);
  } catch (cause) {
    throw databaseUnavailable(cause);
  }
  return { status: "ok" };
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms);
  });
  try {
    await Promise.race([work, deadline]);
  } finally {
    clearTimeout(timer);
  }
}
