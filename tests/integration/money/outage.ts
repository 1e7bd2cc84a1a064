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

const isBusy = (error: unknown) =>
  isUnavailable(error) || (error instanceof DomainError && error.code === "payment_provider_error");

/**
 * Makes all the calls at once. The database and the payment provider serve a limited number at once and refuse the
 * rest; a refused caller retries, as a payer and a payment provider do.
 */
export async function untilTaken(calls: readonly (() => Promise<unknown>)[]): Promise<void> {
  const outcomes = await Promise.allSettled(calls.map((call) => call()));
  const reasons = outcomes.flatMap((outcome) => (outcome.status === "rejected" ? [outcome.reason] : []));
  for (const reason of reasons) if (!isBusy(reason)) throw reason;
  const refused = calls.filter((_call, index) => outcomes[index]?.status === "rejected");
  if (refused.length === 0) return;
  await sleep(100);
  await untilTaken(refused);
}
