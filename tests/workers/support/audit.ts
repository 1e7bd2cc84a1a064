import { and, eq, ne } from "drizzle-orm";
import { auditLog } from "#core/storage/schema/accounts.ts";
import { openTestDatabase } from "./test-api.ts";

/** The account's audit entries except sign-ins, oldest first. */
export const auditOf = (accountId: number) =>
  openTestDatabase()
    .select()
    .from(auditLog)
    .where(and(eq(auditLog.accountId, accountId), ne(auditLog.action, "session.started")))
    .orderBy(auditLog.id);
