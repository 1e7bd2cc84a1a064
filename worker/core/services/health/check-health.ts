import type { ServiceContext } from "#core/services/context.ts";
import { databaseUnavailable } from "#core/storage/database.ts";
import { ping } from "#core/storage/health.ts";

/** A database that is slower than this cannot serve anybody. */
const ANSWER_WITHIN_MS = 2000;

/** @throws DomainError `database_unavailable` when libSQL does not answer a query within two seconds. */
export async function checkHealth({ db }: ServiceContext): Promise<{ status: "ok" }> {
  try {
    await within(ANSWER_WITHIN_MS, ping(db));
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
