import { setTimeout as sleep } from "node:timers/promises";
import { DomainError } from "#core/domain/errors.ts";

/** Whether the database was away, perhaps deep in the error's causes. */
export const isUnavailable = (error: unknown): boolean =>
  error instanceof DomainError && error.code === "database_unavailable"
    ? true
    : error instanceof Error && error.cause !== undefined && isUnavailable(error.cause);

/** Repeats what may be repeated until the database is back. */
export async function insist<Answer>(work: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!isUnavailable(error)) throw error;
      await sleep(20);
    }
  }
}
