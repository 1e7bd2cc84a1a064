import { DomainError } from "#core/domain/errors.ts";
import type { ServiceContext } from "#core/services/context.ts";
import { ping } from "#core/storage/health.ts";

/** @throws DomainError `database_unavailable` when libSQL does not answer. */
export async function checkHealth({ db }: ServiceContext): Promise<{ status: "ok" }> {
  try {
    await ping(db);
  } catch (cause) {
    throw new DomainError("database_unavailable", "The database does not answer.", {}, cause);
  }
  return { status: "ok" };
}
