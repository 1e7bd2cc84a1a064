import type { HealthContext, ServiceContext } from "#core/services/context.ts";
import { within } from "#core/services/within.ts";
import { databaseUnavailable } from "#core/storage/database.ts";
import { ping, probeWrite } from "#core/storage/health.ts";

const RESPONSE_TIMEOUT_MS = 2_000;
/** Anyone can call this, so it must not write each time. */
const PROBE_EVERY_MS = 5_000;

/** The latest test write to the database, shared by all requests of an isolate. */
export class WriteProbe {
  private triedAt: number | null = null;
  private failure: unknown = null;

  /** @throws Error when the latest write failed; an isolate's first calls don't wait for one in progress. */
  async check({ db, clock }: Pick<ServiceContext, "db" | "clock">): Promise<void> {
    const now = clock.now();
    if (this.triedAt === null || Math.abs(now - this.triedAt) >= PROBE_EVERY_MS) {
      this.triedAt = now;
      this.failure = await within(RESPONSE_TIMEOUT_MS, probeWrite(db, now)).then(
        () => null,
        (error: unknown) => error,
      );
    }
    if (this.failure !== null) throw this.failure;
  }
}

/** @throws DomainError `database_unavailable` when libSQL does not read and write within two seconds. */
export async function checkHealth(ctx: ServiceContext & HealthContext): Promise<{ status: "ok" }> {
  await whileHealthy(ctx, ping(ctx.db));
  return { status: "ok" };
}

/** A value of a read that also shows whether libSQL reads. @throws DomainError as `checkHealth`. */
export async function whileHealthy<Value>(
  ctx: ServiceContext & Pick<HealthContext, "writeProbe">,
  read: Promise<Value>,
): Promise<Value> {
  try {
    const [value] = await Promise.all([within(RESPONSE_TIMEOUT_MS, read), ctx.writeProbe.check(ctx)]);
    return value;
  } catch (cause) {
    throw databaseUnavailable(cause);
  }
}
