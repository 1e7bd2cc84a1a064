import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "#core/domain/errors.ts";

/** True if the database was unavailable, perhaps deep in the error's causes. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && error.code === "database_unavailable"
    ? true
    : error instanceof Error && error.cause !== undefined && isUnavailable(error.cause);

/** Retries what may be retried until the database is back. */
export async function insist<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(20);
    }
  }
}
