import { DomainError } from "#core/domain/errors.ts";
import { databaseFault, databaseUnavailable } from "#core/storage/database.ts";

interface DatabaseFailure {
  /** One sentence. */
  detail: string;
  /** An instruction that makes it go away. */
  todo: string;
}

/** Why an operator's command can't use its database; null for a failure of another kind. */
export function databaseFailure(error: unknown): DatabaseFailure | null {
  const causes = causesOf(error);
  const messages = causes.map(({ message }) => message).join("\n");
  if (/no such (table|column)/.test(messages))
    return {
      detail: "The database doesn't have the newest schema.",
      todo: "Run npm run migrate",
    };
  if (/\bstatus 40[13]\b/.test(messages))
    return {
      detail: "The database refuses LIBSQL_AUTH_TOKEN.",
      todo: "Create a new token (turso db tokens create NAME) and set LIBSQL_AUTH_TOKEN",
    };
  if (databaseFault(error) !== null)
    return { detail: databaseUnavailable(error).message, todo: "Check the database's server if it goes on" };
  const isAway = causes.some(
    (cause) => cause instanceof DomainError && cause.code === "database_unavailable",
  );
  if (isAway || /\bstatus \d{3}\b|^URL_/m.test(messages))
    return {
      detail: "The database doesn't respond, or its address isn't that of a libSQL server.",
      todo: "Check LIBSQL_URL, and the database's server",
    };
  return null;
}

/** For a command's last line. */
export const describeDatabaseFailure = ({ detail, todo }: DatabaseFailure) => `${detail}\n→ ${todo}.`;

/** Drizzle wraps the client's error, which may wrap another. */
export const causesOf = (error: unknown): Error[] =>
  error instanceof Error ? [error, ...causesOf(error.cause)] : [];
